// How much time there is, as form controls.
import { h } from '../../vendor/preact.js';
import { useId } from '../../vendor/hooks.js';
import { t } from '../i18n.js';
import { segments } from '../ui/parts.js';
import { CLOCK } from './settled.js';

/** @typedef {import('../protocol.js').MainClock} MainClock */

/** The least and most seconds a turn may have. */
const SECONDS = { min: 10, max: 300 };

/**
 * A whole number between two bounds.
 * @param {{ label: string, testid: string, min: number, max: number, value: number, onChange: (value: number) => void }} props
 */
function NumberField({ label, testid, min, max, value, onChange }) {
  const id = useId();
  return h('div', { class: 'field seconds' }, [
    h('label', { for: id }, label),
    h('input', {
      id, 'data-testid': testid, type: 'number', inputMode: 'numeric', required: true, min, max, value,
      onInput: (/** @type {Event} */ event) => {
        const number = /** @type {HTMLInputElement} */ (event.currentTarget).valueAsNumber;
        if (Number.isInteger(number)) onChange(number);
      },
    }),
  ]);
}

/** The least and most minutes or seconds a clock may have: not both may be none. @param {number} other */
const clockBounds = (other) => ({ min: other ? 0 : 1, max: 180 });

/**
 * The seconds of a turn.
 * @param {{ value: number, onChange: (seconds: number) => void }} props
 */
export const TurnSeconds = ({ value, onChange }) =>
  h(NumberField, { label: t('lobby.seconds', SECONDS), testid: 'turn-seconds', ...SECONDS, value, onChange });

/**
 * Time for each turn, or for the whole game.
 * @param {{ clock: MainClock | null, seconds: number, onSeconds: (seconds: number) => void, onClock: (clock: MainClock | null) => void }} props
 */
export function ClockFields({ clock, seconds, onSeconds, onClock }) {
  return h('div', { class: 'settings-form' }, [
    segments({
      legend: t('lobby.clock'), name: 'clock', value: clock ? 'main' : 'turn',
      options: /** @type {const} */ ([{ value: 'main', text: t('lobby.clockMain') }, { value: 'turn', text: t('lobby.clockTurn') }]),
      onChange: (kind) => onClock(kind === 'main' ? CLOCK : null),
    }),
    clock ? h('div', { class: 'settings-form' }, [
      h(NumberField, {
        label: t('lobby.mainMinutes', clockBounds(clock.increment)), testid: 'main-minutes', ...clockBounds(clock.increment), value: Math.round(clock.main / 60),
        onChange: (minutes) => onClock({ ...clock, main: minutes * 60 }),
      }),
      h(NumberField, {
        label: t('lobby.increment', clockBounds(clock.main)), testid: 'increment-seconds', ...clockBounds(clock.main), value: clock.increment,
        onChange: (increment) => onClock({ ...clock, increment }),
      }),
    ]) : h(TurnSeconds, { value: seconds, onChange: onSeconds }),
  ]);
}
