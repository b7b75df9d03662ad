import { expect, it } from 'vitest'
import { BEGIN, DRIFT, isMoving, later, type Motion, zoomed } from './motion.ts'

const FRAME_MS = 16
const after = (motion: Motion, frames: number, drift = 0): Motion =>
  frames === 0 ? motion : after(later(motion, FRAME_MS, drift), frames - 1, drift)

it('the field turns slowly by itself: once around in a hundred seconds', () => {
  const { yaw, pitch } = after({ ...BEGIN, yawSpeed: DRIFT }, 50_000 / FRAME_MS, DRIFT)
  expect(yaw).toBeCloseTo(Math.PI)
  expect(pitch).toBe(BEGIN.pitch)
})

it('thrown, it goes on turning, slows down, and turns by itself again', () => {
  const thrown = { ...BEGIN, yawSpeed: -0.004, pitchSpeed: 0.001 }
  const soon = after(thrown, 20, DRIFT)
  expect(soon.yaw).toBeLessThan(-0.5)
  expect(Math.abs(soon.yawSpeed)).toBeLessThan(0.004)
  expect(after(thrown, 400, DRIFT).yawSpeed).toBeCloseTo(DRIFT)
})

it('thrown while nothing may move by itself, it comes to a stand', () => {
  const thrown = { ...BEGIN, yawSpeed: 0.004 }
  expect(isMoving(thrown, 0)).toBe(true)
  expect(isMoving(after(thrown, 400), 0)).toBe(false)
})

it('no throw turns it upside down', () => {
  expect(after({ ...BEGIN, pitchSpeed: 0.02 }, 60).pitch).toBe(Math.PI / 2)
})

it('it glides to its aim and stands there', () => {
  const there = after({ ...BEGIN, yawSpeed: 0.01, aim: { yaw: 2, pitch: 0.5 } }, 120)
  expect(there).toEqual({ yaw: 2, pitch: 0.5, yawSpeed: 0, pitchSpeed: 0, zoom: 1 })
})

it('a frame that comes seconds late does not make it jump', () => {
  expect(later({ ...BEGIN, yawSpeed: DRIFT }, 60_000, DRIFT).yaw).toBeLessThan(0.01)
})

it('it comes nearer and goes farther within limits', () => {
  expect(zoomed(BEGIN, 1.2).zoom).toBe(1.2)
  expect(zoomed(BEGIN, 9).zoom).toBe(2)
  expect(zoomed(BEGIN, 0.1).zoom).toBe(0.7)
})
