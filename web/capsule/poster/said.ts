import { type Detail, TYPE } from '#contract/capsule.ts'
import { firstWords, ITEM } from '#contract/content.ts'
import { placeOf } from '#contract/place.ts'
import { dateText } from '#contract/time.ts'
import { heldText } from '#web/capsule/detail/heldText.ts'
import { authorName } from '#web/people/account/authorName.ts'

/** More than a sheet has room for. */
const FIRST_CHARS = 260
const COUNTED = [
  [ITEM.image, '张照片'],
  [ITEM.video, '段视频'],
  [ITEM.file, '个文件'],
] as const

/** The words on the poster of an opened capsule. */
export type PosterText = { title: string; days: string; held: string; first: string; by: string }

export function saidOf(capsule: Detail): PosterText {
  const { long_tag, sealed_at, open_at, user } = capsule
  return {
    title: long_tag,
    days: `${dateText(sealed_at)} 封存 · ${dateText(open_at)} 打开`,
    held: heldText(capsule),
    first: firstOf(capsule),
    by: authorName(user),
  }
}

/** The capsule's first lines; of pictures their remarks, else how many there are. */
function firstOf({ type, capsule_content, description = '' }: Detail): string {
  const items = capsule_content?.content ?? []
  const texts = items.filter((item) => item.type === ITEM.text).map(({ content }) => content)
  if (type === TYPE.forecast) return texts[0] ?? ''
  const words = firstWords(texts.join(''), FIRST_CHARS)
  if (words || description) return words || description
  const files = items.filter((item) => !placeOf(item))
  const remarks = files.map(({ comment }) => comment).filter(Boolean)
  return remarks.length > 0 ? remarks.join('\n') : counted(files)
}

function counted(files: readonly { type: number }[]): string {
  const told = COUNTED.flatMap(([type, unit]) => {
    const count = files.filter((file) => file.type === type).length
    return count > 0 ? [`${count}${unit}`] : []
  })
  return told.length > 0 ? `里面有${told.join('、')}` : ''
}
