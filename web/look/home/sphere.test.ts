import { expect, it } from 'vitest'
import { HOME_PAGE_SIZE, PLANET_RADIUS } from '#contract/limits.ts'
import { fitInto, type Point, pointsOnSphere, projected, pulled, turned, turnTo } from './sphere.ts'

const POINTS = pointsOnSphere(HOME_PAGE_SIZE)
const STILL = { yaw: 0, pitch: 0 }
const apart = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y, one.z - other.z)

it('25 capsules stand on a sphere of radius 800, none of them close to another', () => {
  expect(POINTS).toHaveLength(25)
  for (const point of POINTS) expect(Math.hypot(point.x, point.y, point.z)).toBeCloseTo(800)
  for (const [at, point] of POINTS.entries())
    for (const other of POINTS.slice(at + 1)) expect(apart(point, other)).toBeGreaterThan(PLANET_RADIUS / 2)
})

it('a single capsule stands on it too', () => {
  expect(pointsOnSphere(1)).toHaveLength(1)
  expect(pointsOnSphere(0)).toEqual([])
})

it('turning keeps every capsule as far from every other as it was', () => {
  const [one, other] = [POINTS[3]!, POINTS[17]!]
  const turn = { yaw: 1.1, pitch: -0.6 }
  expect(apart(turned(one, turn), turned(other, turn))).toBeCloseTo(apart(one, other))
})

it('what is nearer is larger and farther from the middle than what is behind it', () => {
  const front = projected({ x: 300, y: 0, z: 700 })
  const back = projected({ x: 300, y: 0, z: -700 })
  expect(front.scale).toBeGreaterThan(back.scale)
  expect(front.x).toBeGreaterThan(back.x)
  expect(front.near).toBeGreaterThan(back.near)
  expect(projected({ x: 0, y: 0, z: 800 })).toEqual({ x: 0, y: 0, scale: 1.5, near: 1 })
})

it.each(POINTS.map((point, index) => [index, point] as const))('capsule %i can be brought to the front', (_, point) => {
  const now = { yaw: 40, pitch: 0.3 }
  const turn = turnTo(point, now)
  const { x, y, z } = turned(point, turn)
  expect([x, y]).toEqual([expect.closeTo(0, 6), expect.closeTo(0, 6)])
  expect(z).toBeCloseTo(PLANET_RADIUS)
  expect(Math.abs(turn.yaw - now.yaw)).toBeLessThanOrEqual(Math.PI)
})

it.each([
  { width: 390, height: 560 },
  { width: 1344, height: 700 },
  { width: 600, height: 200 },
])('all of the sphere is in a room of $width × $height however it is turned', (room) => {
  const fit = fitInto(room, 40)
  for (let yaw = 0; yaw < 6; yaw += 0.5)
    for (const point of POINTS) {
      const { x, y } = projected(turned(point, { yaw, pitch: yaw / 4 - 0.75 }))
      expect(Math.abs(x * fit.x)).toBeLessThanOrEqual(room.width / 2 - 40)
      expect(Math.abs(y * fit.y)).toBeLessThanOrEqual(room.height / 2 - 40)
    }
})

it('in a low room capsules stand beside one another, and in a high or wide one as on a sphere', () => {
  const shape = (width: number, height: number) => {
    const { x, y } = fitInto({ width, height }, 40)
    return x / y
  }
  expect(shape(756, 200)).toBeGreaterThan(4)
  expect(shape(1300, 600)).toBeCloseTo(1.6, 1)
  expect(shape(390, 560)).toBeGreaterThan(1 / 1.7)
})

it('what is in front stays under the hand that pulls it', () => {
  const fit = fitInto({ width: 390, height: 560 }, 40)
  const front = { x: 0, y: 0, z: PLANET_RADIUS }
  const { x, y } = projected(turned(front, pulled(6, -4, fit)))
  expect(x * fit.x).toBeCloseTo(6, 1)
  expect(y * fit.y).toBeCloseTo(-4, 1)
  expect(pulled(0, 0, fit)).toEqual({ ...STILL, pitch: -0 })
})
