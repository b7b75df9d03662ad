import { type Detail, TYPE } from '#contract/capsule.ts'
import { ITEM } from '#contract/content.ts'
import { placeIn, placeOf } from '#contract/place.ts'
import { PlaceLine } from '#web/capsule/place/PlaceLine.tsx'
import { Gallery } from './Gallery.tsx'
import { Prediction } from './Prediction.tsx'
import { TextContent } from './TextContent.tsx'

/** The content of a capsule or a diary. */
export function Content({ capsule }: { capsule: Detail }) {
  const items = capsule.capsule_content?.content ?? []
  const texts = items.filter(({ type }) => type === ITEM.text)
  const [text] = texts
  if (capsule.type === TYPE.forecast)
    return text && <Prediction content={text.content} comment={text.comment} confidence={capsule.confidence} />
  const place = placeIn(items)
  const files = items.some((item) => item.type !== ITEM.text && !placeOf(item))
  return (
    <>
      {texts.length > 0 && <TextContent html={texts.map(({ content }) => content).join('')} capsuleId={capsule.id} />}
      {files && <Gallery items={items} capsuleId={capsule.id} />}
      {place && <PlaceLine place={place} />}
    </>
  )
}
