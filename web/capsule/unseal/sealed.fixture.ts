import type { Output } from '#contract/calls.ts'
import type { Detail } from '#contract/capsule.ts'
import { formatChina } from '#contract/time.ts'

const HOUR_MS = 3_600_000

/** A capsule whose time has just come. */
export const sealed = (fields: Partial<Detail> = {}): Detail => ({
  id: '3',
  type: 0,
  capsule: 0,
  content_type: 0,
  long_tag: '少年',
  status: 1,
  is_public: 0,
  review: '',
  is_lock: 1,
  open_time: formatChina(Date.now() - 1_000),
  open_at: '',
  sealed_at: formatChina(Date.now() - 26 * HOUR_MS),
  created_at: formatChina(Date.now() - 26 * HOUR_MS),
  updated_at: '',
  love_count: 0,
  colorIndex: 3,
  revision: 1,
  user: { id: '7', nickname: '小满', avatar: '', sex: '', cancelled: 0 },
  ...fields,
})

/** The same capsule, opened: its content and, for its owner, the words. */
export const unsealed = (fields: Partial<Detail> = {}): Detail =>
  sealed({
    status: 2,
    open_at: formatChina(Date.now()),
    capsule_content: {
      type: 0,
      created_at: '',
      content: [{ type: 0, content: '<p>海边的旅行</p>', comment: '' }],
    },
    send_word: '愿你一切都好',
    ...fields,
  })

/** The answer of capsuleDetail. */
export const detailOf = (capsule: Detail, is_mine: 0 | 1 = 1) => ({
  code: 1000 as const,
  data: { capsule, is_mine, is_love: 0 } satisfies Output<'capsuleDetail'>,
})
