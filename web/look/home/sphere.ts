import { PLANET_RADIUS } from '#contract/limits.ts'

/** How far the eye is from the middle, in the sphere's own units. */
const PERSPECTIVE = 2_400
/** A capsule in front is drawn this many times as large as one in the middle. */
export const FRONT_SCALE = PERSPECTIVE / (PERSPECTIVE - PLANET_RADIUS)
/** The farthest from the middle that a capsule can appear. */
const REACH = (PLANET_RADIUS * PERSPECTIVE) / Math.sqrt(PERSPECTIVE ** 2 - PLANET_RADIUS ** 2)
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))
/** The sphere follows the shape of its room up to this ratio of length to width, and in a low room so far, in pixels. */
const STRETCH_MAX = 1.6
const STRETCH_PX = 260

/** `x` to the right, `y` down, `z` to the eye. */
export type Point = { x: number; y: number; z: number }
/** In radians: about the upright axis, then about the level one. */
export type Turn = { yaw: number; pitch: number }
/** Pixels to one unit of the sphere, across and along. */
export type Fit = { x: number; y: number }

/** `count` points, spread evenly (a Fibonacci sphere). */
export function pointsOnSphere(count: number): Point[] {
  return Array.from({ length: count }, (_, index) => {
    const height = 1 - (2 * index + 1) / count
    const around = Math.sqrt(1 - height ** 2)
    const angle = index * GOLDEN_ANGLE
    return {
      x: PLANET_RADIUS * around * Math.cos(angle),
      y: PLANET_RADIUS * height,
      z: PLANET_RADIUS * around * Math.sin(angle),
    }
  })
}

/** Where a point is once the sphere is turned. */
export function turned({ x, y, z }: Point, { yaw, pitch }: Turn): Point {
  const deep = z * Math.cos(yaw) - x * Math.sin(yaw)
  return {
    x: x * Math.cos(yaw) + z * Math.sin(yaw),
    y: y * Math.cos(pitch) - deep * Math.sin(pitch),
    z: y * Math.sin(pitch) + deep * Math.cos(pitch),
  }
}

/** Where the eye sees a point, how large, and how near it is: 0 at the back, 1 in front. */
export function projected({ x, y, z }: Point): { x: number; y: number; scale: number; near: number } {
  const scale = PERSPECTIVE / (PERSPECTIVE - z)
  return { x: x * scale, y: y * scale, scale, near: (z / PLANET_RADIUS + 1) / 2 }
}

/** The turn that brings this point to the front, on the shorter way from `now`. */
export function turnTo({ x, y, z }: Point, now: Turn): Turn {
  const yaw = Math.atan2(-x, z)
  const rounds = Math.round((now.yaw - yaw) / (2 * Math.PI))
  return { yaw: yaw + rounds * 2 * Math.PI, pitch: Math.atan2(y, Math.hypot(x, z)) }
}

/** Limits the pitch, so that nothing is upside down: the poles come to the front and no further. */
export const level = (pitch: number): number => Math.max(-Math.PI / 2, Math.min(pitch, Math.PI / 2))

/** Fits the whole sphere into the room, with `margin` pixels around. */
export function fitInto(room: { width: number; height: number }, margin: number): Fit {
  const across = Math.max(room.width / 2 - margin, 1)
  const along = Math.max(room.height / 2 - margin, 1)
  const longest = Math.max(Math.min(across, along) * STRETCH_MAX, STRETCH_PX)
  return { x: Math.min(across, longest) / REACH, y: Math.min(along, longest) / REACH }
}

/** The turn for a hand that pulls by so many pixels: the capsule in front stays under the hand. */
export const pulled = (across: number, along: number, fit: Fit): Turn => ({
  yaw: across / (PLANET_RADIUS * FRONT_SCALE * fit.x),
  pitch: -along / (PLANET_RADIUS * FRONT_SCALE * fit.y),
})
