import { z } from 'zod'
import { forecastInputs } from './capsuleFields.ts'
import { countChars, ITEM, listFromText } from './content.ts'
import { DRAFT_EMPTY, madeInput, maybeOpenTime } from './draft.ts'
import { FORECAST_FIELD_MAX_CHARS } from './limits.ts'
import { toNobody } from './receiver.ts'
import { openTime } from './seal.ts'
import { visible } from './visible.ts'

/** A prediction, and the outcome its author expects. */
export type Forecast = { content: string; comment: string }

export const FORECAST_BLANK = '请填写预测的内容与结论~'
export const FORECAST_FINAL = '发布后内容不可修改'
export const FORECAST_TOO_LONG = `已超出${FORECAST_FIELD_MAX_CHARS}字上限`
export const FORECAST_PUBLISHED = '发布成功'

export const whyNotField = (text: string): string | undefined =>
  countChars(text) > FORECAST_FIELD_MAX_CHARS ? FORECAST_TOO_LONG : undefined

/** Why this cannot be published: both are needed (specification 5). */
export function whyNotForecast({ content, comment }: Forecast): string | undefined {
  if (!visible(content) || !visible(comment)) return FORECAST_BLANK
  return whyNotField(content) ?? whyNotField(comment)
}

/** Why this cannot be kept as a draft: one of the two is enough. */
export function whyNotForecastDraft({ content, comment }: Forecast): string | undefined {
  if (!visible(content) && !visible(comment)) return DRAFT_EMPTY
  return whyNotField(content) ?? whyNotField(comment)
}

/** Ours: the length of a field before its characters are counted. */
const FIELD_MAX_UNITS = FORECAST_FIELD_MAX_CHARS * 10
const field = z.string().max(FIELD_MAX_UNITS, FORECAST_TOO_LONG)
/** One item of plain text: `content` is what is foretold, `comment` the conclusion (specification 3). */
const forecastContent = z.preprocess(
  listFromText,
  z
    .array(z.object({ type: z.literal(ITEM.text).default(ITEM.text), content: field, comment: field }))
    .length(1, FORECAST_BLANK),
)

const foretold = madeInput.extend({ content: forecastContent }).extend(forecastInputs)

export const forecastInput = foretold.extend({ open_time: openTime, to: toNobody })
export const forecastDraftInput = foretold.extend({ open_time: maybeOpenTime })
