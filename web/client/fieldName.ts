/** Fields of calls, as the pages call them. */
const NAMES: Record<string, string> = {
  tel: '手机号',
  password: '密码',
  captcha: '验证码',
  nickname: '昵称',
  long_tag: '标题',
  content: '内容',
  open_time: '解封日期',
  key_answer: '安全问题',
  send_word: '寄语',
  contact: '联系方式',
}

/** A refusal of a field that this page does not have, with the field's name before it: `标题：请求内容有误`. */
export function atItsField(message: string, field: string | undefined): string {
  const name = NAMES[field?.split('.')[0] ?? '']
  return name ? `${name}：${message}` : message
}
