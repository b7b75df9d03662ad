import { redirectTarget } from './authorize.ts'
import type { Answer, Doors, StandinRequest } from './http.ts'
import { type News, newsOf, spread } from './news.ts'
import { cashierPage, donePage } from './page.ts'
import { apiDoors } from './wxpay/api.ts'
import { makeWxpayKeys } from './wxpay/keys.ts'
import { makeLedger } from './wxpay/ledger.ts'
import { type Message, makeMessages, type Wish } from './wxpay/messages.ts'
import { isPaid, type Order } from './wxpay/orders.ts'

const PLATFORM = '微信支付'
const CODE_URL = 'weixin://wxpay/bizpayurl?pr='
const CASHIER = '/wxpay/cashier'

/** WeChat Pay (API v3) on this machine alone. Events there that we do not ask for – paying, refunding – are functions. */
export function makeWxpay(now: () => number) {
  const keys = makeWxpayKeys(now)
  const ledger = makeLedger(now)
  const messages = makeMessages(keys, ledger, now)
  let meddling = (message: Message): Message => message

  const tell = ({ notifyUrl }: Order, news: News, write: (isTrue: boolean) => Message): void =>
    spread(news, (isTrue) => fetch(notifyUrl, { method: 'POST', ...write(isTrue) }))
  /** Somebody pays, however the order stands: money may come after the closing. `paidAt` in milliseconds. */
  const pay = (
    orderNo: string,
    news: News = 'prompt',
    { paidAt = now(), ...wish }: Wish & { paidAt?: number } = {},
  ): void => {
    const order = Object.assign(ledger.orderAt(orderNo), { state: 'SUCCESS', paidAt })
    tell(order, news, (isTrue) => messages.paidMessage(orderNo, { isTrue, ...wish }))
  }
  /** Money has gone back: what we asked for before, or by hand at the platform. */
  const refunded = (
    { orderNo, ...back }: { orderNo: string; refundNo: string; fen: number },
    news: News = 'prompt',
    wish: Wish = {},
  ): void => {
    const order = ledger.orderAt(orderNo)
    ledger.giveBack(order, back)
    tell(order, news, (isTrue) => messages.refundMessage(back.refundNo, { isTrue, ...wish }))
  }

  const cashier = (then: (order: Order, asked: StandinRequest) => Answer) => (asked: StandinRequest) => {
    const order = ledger.orders().find(({ pr }) => pr === asked.query.get('pr'))
    const why = order ? whyNotPay(order, now()) : '没有这笔订单。'
    return order && !why ? then(order, asked) : { html: donePage(PLATFORM, why!) }
  }
  const decided = ({ orderNo }: Order, { form, query }: StandinRequest): Answer => {
    const isPaying = form.get('decision') === 'pay'
    if (isPaying) pay(orderNo, newsOf(form))
    const back = redirectTarget(query.get('redirect_url'))
    if (back) return { location: back }
    return { html: donePage(PLATFORM, isPaying ? '支付成功，请回到原来的页面。' : '已取消，没有付款。') }
  }

  const links = {
    codeUrlOf: ({ pr }: Order) => CODE_URL + pr,
    h5UrlOf: ({ pr }: Order, host: string) => `http://${host}${CASHIER}?pr=${pr}`,
  }
  const doors: Doors = {
    ...apiDoors({ keys, ledger, now, links, onItsWay: (message) => meddling(message) }),
    [`GET ${CASHIER}`]: cashier(({ title, fen }) => ({ html: cashierPage({ platform: PLATFORM, title, fen }) })),
    [`POST ${CASHIER}`]: cashier(decided),
  }
  return {
    doors,
    env: keys.env,
    /** The path of the page that a telephone would come to by this code. */
    cashierOf: (codeUrl: string): string => `${CASHIER}?pr=${codeUrl.slice(CODE_URL.length)}`,
    pay,
    refunded,
    /** The notifications of a payment and a refund, without sending them. */
    ...messages,
    /** Changes answers on their way, after they were signed; without an argument no more. */
    meddle: (change: (message: Message) => Message = (message) => message): void => {
      meddling = change
    },
  }
}

function whyNotPay(order: Order, now: number): string | undefined {
  if (isPaid(order)) return '这笔订单已经支付。'
  if (order.state === 'CLOSED') return '这笔订单已经关闭。'
  return order.expiresAt <= now ? '这笔订单已经过期。' : undefined
}
