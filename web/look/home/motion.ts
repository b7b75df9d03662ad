import { level, type Turn } from './sphere.ts'

/** Speeds in radians a millisecond; `aim` is the turn to which the sphere glides by itself. */
export type Motion = Turn & { yawSpeed: number; pitchSpeed: number; zoom: number; aim?: Turn }

/** The sphere's own speed: once around in a hundred seconds. */
export const DRIFT = (2 * Math.PI) / 100_000
/** After this time about a third is left of a throw's speed, or of the way to an aim. */
const SLOWING_MS = 520
const AIMING_MS = 150
const ARRIVED = 0.002
const STANDING = 2e-6
/** A frame that comes later than this turns the sphere no further. */
const LATE_MS = 64
export const ZOOM = { min: 0.7, max: 2 } as const

/** The first view: a little from above, where the first capsules are. */
export const BEGIN: Motion = { yaw: 0, pitch: -0.28, yawSpeed: 0, pitchSpeed: 0, zoom: 1 }

/** The motion some milliseconds later; thrown, it slows down to its `drift`. */
export function later(motion: Motion, ms: number, drift: number): Motion {
  const passed = Math.min(ms, LATE_MS)
  if (motion.aim) return nearer(motion, motion.aim, passed)
  const left = Math.exp(-passed / SLOWING_MS)
  const yawSpeed = drift + (motion.yawSpeed - drift) * left
  const pitchSpeed = motion.pitchSpeed * left
  return {
    ...motion,
    yaw: motion.yaw + yawSpeed * passed,
    pitch: level(motion.pitch + pitchSpeed * passed),
    yawSpeed,
    pitchSpeed,
  }
}

function nearer(motion: Motion, aim: Turn, ms: number): Motion {
  const share = 1 - Math.exp(-ms / AIMING_MS)
  const yaw = motion.yaw + (aim.yaw - motion.yaw) * share
  const pitch = motion.pitch + (aim.pitch - motion.pitch) * share
  const arrived = Math.abs(aim.yaw - yaw) + Math.abs(aim.pitch - pitch) < ARRIVED
  return arrived ? there({ ...motion, aim }) : { ...motion, yaw, pitch }
}

/** The motion at its aim, standing still. */
export const there = ({ zoom, aim, ...turn }: Motion): Motion => ({
  yaw: (aim ?? turn).yaw,
  pitch: (aim ?? turn).pitch,
  yawSpeed: 0,
  pitchSpeed: 0,
  zoom,
})

/** Whether the next frame would look different. */
export const isMoving = ({ aim, yawSpeed, pitchSpeed }: Motion, drift: number): boolean =>
  aim !== undefined || drift !== 0 || Math.abs(yawSpeed) > STANDING || Math.abs(pitchSpeed) > STANDING

/** Whether the sphere only turns by itself, or is on its way there: no faster than a device's point a frame. */
export const isSlow = ({ aim, yawSpeed, pitchSpeed }: Motion): boolean =>
  aim === undefined && Math.abs(yawSpeed) <= DRIFT + STANDING && Math.abs(pitchSpeed) <= STANDING

export const zoomed = (motion: Motion, times: number): Motion => ({
  ...motion,
  zoom: Math.max(ZOOM.min, Math.min(motion.zoom * times, ZOOM.max)),
})
