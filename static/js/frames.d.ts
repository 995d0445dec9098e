// Frames of a room as this client reads them: draughts by seat like everything else (fold-draughts.js).
import type * as Wire from './protocol.js';

/** One event, with what came along. */
export type EventFrame = Omit<Wire.EventFrame, 'type' | 'd'>
  & (Wire.RoomEvent | Wire.StarEvent | Wire.GameEvent | { type: 'swapped', d: Record<symbol, never> });
