/**
 * @param {string} id
 * @param {string} text
 */
function say(id, text) {
  const region = document.querySelector(`dialog[open] .${id}`) ?? document.getElementById(id);
  if (!region || !text) return;
  // The same text again would be silent: a no-break space makes it another.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** @type {string[]} */
let waiting = [];
let timer = 0;

/**
 * Tells screen readers when they are idle. What is said within a short time is said as one.
 * @param {string} text
 */
export function announce(text) {
  if (!text) return;
  waiting.push(text);
  clearTimeout(timer);
  timer = setTimeout(() => {
    say('polite', waiting.join(' '));
    waiting = [];
  }, 120);
}

/**
 * Tells screen readers at once: one's turn, what is not possible, time.
 * @param {string} text
 */
export const alertNow = (text) => say('assertive', text);
