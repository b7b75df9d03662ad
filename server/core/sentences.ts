// The sentences that the specification has for rules on what is sent (its sections 5 and 6). Schemas carry them, and words of
// ours for rules that it has none for, which pages say before they send; code 1001 says these alone.
const SENTENCES: ReadonlySet<string> = new Set([
  '请填写手机号',
  '请输入手机号',
  '请填写正确格式手机',
  '密码至少为6位',
  '手机号或密码不能为空',
  '验证码不能为空',
  '请输入内容~',
  '已超出一万字上限',
  '请输入要存入草稿箱的内容',
  '请输入要封存的内容',
  '请填写内容',
  '请填入形容词~',
  '请选择解封日期~',
  '请填写预测的内容与结论~',
  '留下些话吧~',
  '请选择问题',
  '请选择您的问题',
  '请输入答案',
  '请填写解封理由',
  '请填写大于十个字的理由',
  '请填写昵称',
  '不能有空格',
  '请输入想查找关键词',
  '请至少选择一个胶囊数量',
  '请滑动选择兑换数量',
])

/** The one for a text that is too long, as the specification has it for titles and nicknames. */
const TOO_LONG = /^已超出\d+字上限~?$/

export const isSentence = (text: string): boolean => SENTENCES.has(text) || TOO_LONG.test(text)
