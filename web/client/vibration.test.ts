import { afterEach, expect, it } from 'vitest'
import { telephone } from './vibration.fixture.ts'
import { canVibrate, chooseVibration, vibrate } from './vibration.ts'

afterEach(() => chooseVibration(true))

it('a vibration is short', () => {
  const told = telephone()
  vibrate()
  expect(told).toHaveBeenCalledOnce()
  expect(told.mock.calls[0]![0]).toBeLessThanOrEqual(20)
})

it('nothing vibrates for who has it off in the settings, and again once it is on', () => {
  const told = telephone()
  chooseVibration(false)
  vibrate()
  expect(told).not.toHaveBeenCalled()
  chooseVibration(true)
  vibrate()
  expect(told).toHaveBeenCalledOnce()
})

it('nothing vibrates under reduced motion', () => {
  const told = telephone({ still: true })
  vibrate()
  expect(told).not.toHaveBeenCalled()
})

it('a computer has nothing to vibrate', () => {
  expect(canVibrate()).toBe(false)
  expect(vibrate).not.toThrow()
})
