import { CODE } from '#contract/codes.ts'
import { CallError, fieldOf } from '#web/client/transport.ts'

/** The fields of a capsule on its way, as its pages call them. */
const NAMES: Record<string, string> = {
  long_tag: '标题',
  content: '内容',
  open_time: '解封日期',
  key_answer: '安全问题',
  send_word: '寄语',
  contact: '联系方式',
  to: '寄给谁',
}

/** A refusal of a field that stands on another page, with the field's name before it: `标题：请求内容有误`. */
export function atItsField(error: CallError): CallError {
  const name = error.code === CODE.badRequest && NAMES[fieldOf(error)?.split('.')[0] ?? '']
  return name ? new CallError(error.code, `${name}：${error.message}`, error) : error
}
