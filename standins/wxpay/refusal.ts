/** A status, and what is answered with it; refusals are an error's code and words. */
export type Reply = { status: number; json?: object }

const ERRORS = {
  SIGN_ERROR: [401, '签名错误'],
  PARAM_ERROR: [400, '参数错误'],
  INVALID_REQUEST: [400, '无效请求'],
  ORDERPAID: [400, '该订单已支付'],
  ORDER_CLOSED: [400, '订单已关闭'],
  NO_STATEMENT_EXIST: [400, '账单文件不存在'],
  OUT_TRADE_NO_USED: [403, '商户订单号重复'],
  ORDER_NOT_EXIST: [404, '订单不存在'],
  RESOURCE_NOT_EXISTS: [404, '订单不存在'],
} as const

export function no(code: keyof typeof ERRORS, why?: string) {
  const [status, message] = ERRORS[code]
  return { status, json: { code, message: why ?? message } }
}
