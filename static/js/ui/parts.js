// Small parts that every page is made of.
import { h } from '../../vendor/preact.js';
import { useEffect, useId, useRef } from '../../vendor/hooks.js';
import { t } from '../i18n.js';
import { Toasts } from './toasts.js';

/**
 * A button.
 * @param {{ kind?: 'primary' | 'plain' | 'quiet' | 'danger', onClick?: (event: MouseEvent) => void, disabled?: boolean, type?: 'button' | 'submit', testid?: string, class?: string, children?: any, [name: string]: any }} props
 */
export function Button({ kind = 'plain', type = 'button', testid, class: more = '', children, ...rest }) {
  return h('button', { type, class: `btn ${kind} ${more}`, 'data-testid': testid, ...rest }, children);
}

/**
 * A value out of a few.
 * @typedef {string | number} Value
 */

/**
 * @template {Value} V
 * @typedef {{ legend: string, name: string, value: V, options: readonly { value: V, text: string, hint?: string }[], onChange: (value: V) => void, disabled?: boolean }} SegmentsProps
 */

/**
 * A choice of a few, as radio buttons side by side.
 * @template {Value} V
 * @param {SegmentsProps<V>} props
 */
export const segments = (props) => h(Segments, /** @type {SegmentsProps<any>} */ (/** @type {unknown} */ (props)));

/** @param {SegmentsProps<any>} props */
function Segments({ legend, name, value, options, onChange, disabled }) {
  const id = useId();
  return h('fieldset', { class: 'segments', disabled }, [
    h('legend', null, legend),
    h('div', { class: 'segment-row' }, options.map((option) =>
      h('label', { key: option.value, class: 'segment', title: option.hint }, [
        h('input', {
          type: 'radio', name: `${name}-${id}`, value: option.value, checked: option.value === value,
          'data-testid': `${name}-${option.value}`, onChange: () => onChange(option.value),
        }),
        h('span', null, option.text),
      ]))),
  ]);
}

/**
 * @template {Value} V
 * @typedef {{ label: string, value: V, options: readonly { value: V, text: string, lang?: string }[], onChange: (value: V, select: HTMLSelectElement) => void, testid?: string, disabled?: boolean, hint?: string }} ChoiceProps
 */

/**
 * A drop-down choice with its label.
 * @template {Value} V
 * @param {ChoiceProps<V>} props
 */
export const choice = (props) => h(Choice, /** @type {ChoiceProps<any>} */ (/** @type {unknown} */ (props)));

/** @param {ChoiceProps<any>} props */
function Choice({ label, value, options, onChange, testid, disabled, hint }) {
  const id = useId();
  return h('div', { class: 'field' }, [
    h('label', { for: id }, label),
    h('select', {
      id, 'data-testid': testid, disabled, value, 'aria-describedby': hint ? `${id}h` : undefined,
      onChange: (/** @type {Event} */ event) => {
        const select = /** @type {HTMLSelectElement} */ (event.currentTarget);
        const chosen = options[select.selectedIndex];
        if (chosen) onChange(chosen.value, select);
      },
    }, options.map((option) => h('option', {
      key: option.value, value: option.value, lang: option.lang, selected: option.value === value,
    }, option.text))),
    hint && h('p', { id: `${id}h`, class: 'hint' }, hint),
  ]);
}

/**
 * A switch.
 * @param {{ label: string, checked: boolean, onChange: (on: boolean) => void, testid?: string, disabled?: boolean, hint?: string }} props
 */
export function Switch({ label, checked, onChange, testid, disabled, hint }) {
  const id = useId();
  return h('div', { class: 'field switch' }, [
    h('input', {
      id, type: 'checkbox', role: 'switch', checked, disabled, 'data-testid': testid,
      'aria-describedby': hint ? `${id}h` : undefined,
      onChange: (/** @type {Event} */ event) => onChange(/** @type {HTMLInputElement} */ (event.currentTarget).checked),
    }),
    h('label', { for: id }, label),
    hint && h('p', { id: `${id}h`, class: 'hint' }, hint),
  ]);
}

/**
 * A dialog over the page; the browser keeps the focus in it and gives it back.
 * @param {{ title: string, onClose?: () => void, children?: any, testid?: string }} props Without
 *   `onClose` it can only be answered.
 */
export function Dialog({ title, onClose, children, testid }) {
  const ref = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return h('dialog', {
    ref, class: 'dialog', 'aria-labelledby': id, 'data-testid': testid,
    onCancel: (/** @type {Event} */ event) => {
      event.preventDefault();
      onClose?.();
    },
    // A browser lets nobody refuse a second Esc.
    onClose: () => {
      if (!onClose) ref.current?.showModal();
    },
    onClick: (/** @type {MouseEvent} */ event) => {
      if (event.target === ref.current) onClose?.();
    },
  }, [
    h('div', { class: 'dialog-body' }, [h('h2', { id }, title), children]),
    h(Toasts, { layer: id }),
    // What is said goes here meanwhile: the page's own places are not read out.
    ['polite', 'assertive'].map((live) => h('div', { key: live, class: `sr-only ${live}`, 'aria-live': live })),
  ]);
}

/**
 * A question with a yes and a no.
 * @param {{ title: string, text?: string, yes: string, danger?: boolean, onYes: () => void, onNo: () => void, testid?: string }} props
 */
export function Confirm({ title, text, yes, danger, onYes, onNo, testid = 'confirm' }) {
  return h(Dialog, { title, onClose: onNo, testid }, [
    text && h('p', null, text),
    h('div', { class: 'row end' }, [
      h(Button, { onClick: onNo, testid: 'confirm-no' }, t('btn.cancel')),
      h(Button, { kind: danger ? 'danger' : 'primary', onClick: onYes, testid: 'confirm-yes' }, yes),
    ]),
  ]);
}

/**
 * A marble as an ornament in text, with its digit; in draughts a man.
 * @param {{ seat: number, family?: import('../family.js').Family }} props
 */
export const Bead = ({ seat, family }) => (family === 'draughts'
  ? h('span', { class: `bead disc-${seat}`, 'aria-hidden': 'true' })
  : h('span', { class: `bead seat-${seat}`, 'aria-hidden': 'true' }, String(seat + 1)));

/** Shown while something is on its way, after a moment. */
export const Loading = () =>
  h('div', { class: 'loading', 'aria-busy': 'true' }, [h('span', { class: 'dots', 'aria-hidden': 'true' }), t('state.loading')]);

/** Whether there was a heading before: on the first page readers begin by themselves. */
let begun = false;

/**
 * The heading of a page; it takes the focus when the page is new, so that readers begin there. What
 * somebody has the focus on meanwhile keeps it.
 * @param {{ children?: any, class?: string }} props
 */
export function Title({ children, class: more }) {
  const ref = useRef(/** @type {HTMLHeadingElement | null} */ (null));
  useEffect(() => {
    if (begun && (document.activeElement ?? document.body) === document.body) ref.current?.focus({ preventScroll: true });
    begun = true;
  }, []);
  return h('h1', { ref, tabIndex: -1, id: 'title', class: more }, children);
}
