import type { Output } from '#contract/calls.ts'
import type { Detail } from '#contract/capsule.ts'
import type { ShownItem } from '#contract/content.ts'

/** An address of an object, as the server writes it. */
export const address = (key: string, expiry = 1): string => `/m/${expiry}.${'x'.repeat(32)}/${key}`
export const image = (name: string) => `image/7/${name.padEnd(16, '0')}.jpg`
export const video = (name: string) => `video/7/${name.padEnd(16, '0')}.mp4`
export const file = (name: string) => `file/7/${name.padEnd(16, '0')}.pdf`

export const item = (type: number, key: string, fields: Partial<ShownItem> = {}): ShownItem => ({
  type,
  content: address(key),
  comment: '',
  ...fields,
})

/** The server's answer for an opened graphic capsule with these items. */
export function opened(content: ShownItem[], fields: Partial<Output<'capsuleDetail'>> = {}) {
  const capsule: Detail = {
    id: '3',
    type: 0,
    capsule: 0,
    content_type: 1,
    long_tag: '少年',
    status: 2,
    is_public: 0,
    review: '',
    is_lock: 0,
    open_time: '2026-01-01 00:00:00',
    open_at: '2026-01-01 00:00:00',
    sealed_at: '2025-01-01 00:00:00',
    created_at: '2025-01-01 00:00:00',
    updated_at: '',
    love_count: 0,
    colorIndex: 3,
    revision: 1,
    user: { id: '7', nickname: '小满', avatar: '', sex: '', cancelled: 0 },
    capsule_content: { type: 1, created_at: '2025-01-01 00:00:00', content },
  }
  const data: Output<'capsuleDetail'> = { capsule, is_mine: 0, is_love: 0, ...fields }
  return { code: 1000 as const, data }
}
