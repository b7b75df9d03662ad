// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { ownVideo } from './ownVideo.ts'
import { address, image, video } from './shown.fixture.ts'

it('a video of ours is one by its path and by its whole address', () => {
  expect(ownVideo(address(video('a')))).toBe(address(video('a')))
  expect(ownVideo(`${location.origin}${address(video('a'))}`)).toBe(address(video('a')))
})

it.each([
  'https://elsewhere.example/a.mp4',
  `https://elsewhere.example${address(video('a'))}`,
  `//elsewhere.example${address(video('a'))}`,
  `javascript:alert(1)//m/1.${'x'.repeat(32)}/${video('a')}`,
  `data:video/mp4,${address(video('a'))}`,
  'blob:https://elsewhere.example/8d0c',
  address(image('a')),
  '/api/user/info',
  '',
])('the foreign address %s is no video of ours', (url) => {
  expect(ownVideo(url)).toBeUndefined()
})
