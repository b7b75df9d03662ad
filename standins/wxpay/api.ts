import { createHash, randomBytes } from 'node:crypto'
import type { Answer, Doors, StandinRequest } from '#standins/http.ts'
import { billOf } from './bill.ts'
import type { WxpayKeys } from './keys.ts'
import type { Ledger } from './ledger.ts'
import type { Message } from './messages.ts'
import {
  chinaTime,
  isPaid,
  type Order,
  orderOf,
  refundTold,
  type Told,
  transactionOf,
  whyNotOrder,
  within,
} from './orders.ts'
import { no, type Reply } from './refusal.ts'

type Links = { codeUrlOf: (order: Order) => string; h5UrlOf: (order: Order, host: string) => string }
type Api = { keys: WxpayKeys; ledger: Ledger; now: () => number; links: Links; onItsWay: (message: Message) => Message }

const ORDERS = '/v3/pay/transactions/out-trade-no/'
const BILL_FILE = '/v3/billdownload/file'
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

/** The merchant's calls: every request is signed, and so is every answer except a refusal. */
export function apiDoors({ keys, ledger, now, links, onItsWay }: Api): Doors {
  const { merchant } = keys
  const files = new Map<string, string>()

  const door =
    (method: 'GET' | 'POST', then: (asked: StandinRequest) => Reply) =>
    (asked: StandinRequest): Answer => {
      const { status, json } = keys.isSigned(asked, method) ? then(asked) : no('SIGN_ERROR')
      const body = json ? JSON.stringify(json) : ''
      if (status >= 300) return { status, text: body, headers: JSON_TYPE }
      const headers = { ...JSON_TYPE, ...keys.sign(body, { serial: keys.serialFor(asked) }) }
      const sent = onItsWay({ headers, body })
      return { status, text: sent.body, headers: sent.headers }
    }

  const begin = (tradeType: Order['tradeType'], linkOf: (order: Order, asked: StandinRequest) => object) =>
    door('POST', (asked) => {
      const told = jsonOf(asked)
      const why = whyNotOrder(told, merchant, tradeType, now())
      if (why) return no('PARAM_ERROR', why)
      const begun = ledger.begin(orderOf(told, tradeType))
      return typeof begun === 'string' ? no(begun) : { status: 200, json: linkOf(begun, asked) }
    })

  const query = door('GET', ({ path, query }) => {
    const order = ledger.find(decodeURIComponent(path.slice(ORDERS.length)))
    if (query.get('mchid') !== merchant.id) return no('PARAM_ERROR')
    return order ? { status: 200, json: transactionOf(order, merchant) } : no('ORDER_NOT_EXIST')
  })

  const close = door('POST', (asked) => {
    const [orderNo = '', action] = asked.path.slice(ORDERS.length).split('/')
    const order = ledger.find(decodeURIComponent(orderNo))
    if (action !== 'close' || jsonOf(asked).mchid !== merchant.id) return no('PARAM_ERROR')
    if (!order) return no('ORDER_NOT_EXIST')
    if (isPaid(order)) return no('ORDERPAID')
    if (order.state === 'CLOSED') return no('ORDER_CLOSED')
    order.state = 'CLOSED'
    return { status: 204 }
  })

  const refund = door('POST', (asked) => {
    const told = jsonOf(asked)
    const { total, refund, currency } = within(told, 'amount')
    const order = ledger.find(String(told.out_trade_no))
    if (!order) return no('RESOURCE_NOT_EXISTS')
    if (!isPaid(order)) return no('INVALID_REQUEST', '订单未支付')
    if (total !== order.fen || currency !== 'CNY') return no('PARAM_ERROR', '订单金额不一致')
    const back = { refundNo: String(told.out_refund_no), fen: Number(refund) }
    const why = ledger.whyNotGiveBack(order, back)
    if (why) return no('INVALID_REQUEST', why)
    const given = ledger.giveBack(order, back)
    const state = { status: 'PROCESSING', create_time: chinaTime(given.at) }
    return { status: 200, json: { ...refundTold(given, order), ...state } }
  })

  const bill = door('GET', ({ query, headers }) => {
    const day = query.get('bill_date') ?? ''
    if (query.get('bill_type') !== 'ALL' || !/^\d{4}-\d\d-\d\d$/.test(day)) return no('PARAM_ERROR')
    if (day >= chinaTime(now()).slice(0, 10)) return no('INVALID_REQUEST', '账单日期必须早于今天')
    const file = billOf(day, merchant, ledger.orders(), ledger.refunds())
    if (!file) return no('NO_STATEMENT_EXIST')
    const token = randomBytes(24).toString('base64')
    files.set(token, file)
    const download_url = `http://${headers.host}${BILL_FILE}?${new URLSearchParams({ token })}`
    const hash_value = createHash('sha1').update(file).digest('hex')
    return { status: 200, json: { hash_type: 'SHA1', hash_value, download_url } }
  })

  /** Files go out without a signature: the answer that named them holds their hash. */
  const billFile = (asked: StandinRequest): Answer => {
    if (!keys.isSigned(asked, 'GET')) return no('SIGN_ERROR')
    const file = files.get(asked.query.get('token') ?? '')
    if (!file) return no('RESOURCE_NOT_EXISTS')
    const { body } = onItsWay({ headers: {}, body: file })
    return { text: body, headers: { 'content-type': 'application/octet-stream' } }
  }

  return {
    'POST /v3/pay/transactions/native': begin('NATIVE', (order) => ({ code_url: links.codeUrlOf(order) })),
    'POST /v3/pay/transactions/h5': begin('MWEB', (order, { headers }) => ({
      h5_url: links.h5UrlOf(order, headers.host ?? ''),
    })),
    [`GET ${ORDERS}*`]: query,
    [`POST ${ORDERS}*`]: close,
    'POST /v3/refund/domestic/refunds': refund,
    'GET /v3/bill/tradebill': bill,
    [`GET ${BILL_FILE}`]: billFile,
  }
}

function jsonOf({ body }: StandinRequest): Told {
  try {
    return Object(JSON.parse(body.toString()))
  } catch {
    return {}
  }
}
