// Short sounds, made on the spot: glass on wood.
import { prefs } from './prefs.js';

/** @type {AudioContext | null} */
let audio = null;

/** Sound may only begin with a gesture; the first one wakes it. */
export function wakeSound() {
  const wake = () => {
    try {
      audio ??= new AudioContext();
      void audio.resume();
    } catch {
      // No sound on this device.
    }
  };
  for (const type of ['pointerup', 'keydown']) addEventListener(type, wake, { capture: true, passive: true });
}

/**
 * @param {AudioContext} ctx
 * @param {number} at
 * @param {number} pitch
 * @param {number} volume
 * @param {number} length
 */
function tone(ctx, at, pitch, volume, length) {
  const gain = ctx.createGain();
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(ctx.destination);
  for (const [ratio, type] of /** @type {const} */ ([[1, 'sine'], [2.76, 'triangle']])) {
    const oscillator = ctx.createOscillator();
    oscillator.type = type;
    oscillator.frequency.value = pitch * ratio;
    oscillator.connect(gain);
    oscillator.start(at);
    oscillator.stop(at + length);
  }
}

/**
 * Plays a sound, if sounds are on.
 * @param {'own' | 'other' | 'turn' | 'low' | 'end'} what
 * @param {number} hops How many clicks a move makes.
 */
export function play(what, hops) {
  if (!audio || audio.state !== 'running' || !prefs.get().sound) return;
  const now = audio.currentTime;
  if (what === 'own' || what === 'other') {
    for (let i = 0; i < Math.min(hops, 6); i += 1) tone(audio, now + i * 0.13, 760 + i * 40, 0.05, 0.09);
  } else if (what === 'turn') {
    tone(audio, now + 0.25, 660, 0.05, 0.25);
    tone(audio, now + 0.37, 880, 0.05, 0.35);
  } else if (what === 'low') tone(audio, now, 520, 0.06, 0.3);
  else [523, 659, 784].forEach((pitch, i) => audio && tone(audio, now + i * 0.14, pitch, 0.06, 0.5));
}
