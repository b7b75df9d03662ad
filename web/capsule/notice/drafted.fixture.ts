import { colorIndex, type Detail, LIST_STYLE } from '#contract/capsule.ts'
import type { ShownItem } from '#contract/content.ts'
import { inDays, sealed } from './notices.fixture.ts'

/** A text as the server keeps it, or a prediction with its conclusion. */
export const words = (content: string, comment = ''): ShownItem => ({ type: 0, content, comment })

/** A draft of the draft box with this content; a text unless the fields say otherwise. */
export const drafted = (content: ShownItem[], fields: Partial<Detail> = {}): Detail =>
  sealed({
    capsule: LIST_STYLE[fields.type ?? 0],
    long_tag: '夏天的',
    status: 0,
    open_time: '',
    sealed_at: '',
    colorIndex: colorIndex(Number(fields.id ?? 3)),
    capsule_content: { type: fields.content_type ?? 0, created_at: inDays(-20), content },
    description: '',
    send_word: '',
    key_answer: {},
    ...fields,
  })
