import { type KeyObject, randomBytes } from 'node:crypto'
import { gbk } from './gbk.ts'
import { contentOf, type Fields, type SignType, signed } from './sign.ts'
import { inChina } from './time.ts'
import { type Refund, refundedFen, type Trade, yuanOf } from './trades.ts'

/** How a notification is to differ from the true one. */
export type Falsified = { over?: Fields; signType?: SignType; isTrue?: boolean; afterSigning?: Fields }
type Sender = { appId: string; sellerId: string; privateKey: () => KeyObject; now: () => number }

/**
 * A notification as it is posted: form-urlencoded, signed over the bytes of all but `sign` and `sign_type`, in the charset that
 * it names.
 */
export function makeNotices({ appId, sellerId, privateKey, now }: Sender) {
  const fieldsOf = (trade: Trade, refund: Refund | undefined): Fields => ({
    notify_id: randomBytes(16).toString('hex'),
    notify_type: 'trade_status_sync',
    notify_time: inChina(now()),
    charset: 'utf-8',
    version: '1.0',
    app_id: appId,
    auth_app_id: appId,
    seller_id: sellerId,
    out_trade_no: trade.orderNo,
    trade_no: trade.tradeNo,
    subject: trade.title,
    total_amount: yuanOf(trade.fen),
    trade_status: trade.status,
    fund_bill_list: JSON.stringify([{ amount: yuanOf(trade.fen), fundChannel: 'ALIPAYACCOUNT' }]),
    ...(trade.paidAt === undefined ? {} : { gmt_payment: inChina(trade.paidAt) }),
    ...(refund
      ? {
          out_biz_no: refund.refundNo,
          // All that has gone back, as on the platform.
          refund_fee: yuanOf(refundedFen(trade)),
          gmt_refund: `${inChina(refund.at)}.123`,
        }
      : {}),
  })

  return (trade: Trade, refund: Refund | undefined, falsified: Falsified = {}): string => {
    const { over = {}, signType = 'RSA2', isTrue = true, afterSigning = {} } = falsified
    // Nothing empty is sent.
    const told = Object.entries({ ...fieldsOf(trade, refund), ...over }).filter(([, value]) => value !== '')
    const fields = Object.fromEntries(told)
    const content = contentOf(fields, ['sign', 'sign_type'])
    const spelt = fields.charset === 'GBK' ? gbk : utf8
    const sign = signed(spelt(isTrue ? content : `${content}?`), privateKey(), signType)
    const posted = Object.entries({ ...fields, sign_type: signType, sign, ...afterSigning })
    return posted.map(([name, value]) => `${name}=${escaped(spelt(value))}`).join('&')
  }
}

const utf8 = (text: string): Buffer => Buffer.from(text)

const escaped = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replaceAll(/[^\w.*-]/g, (char) =>
      char === ' ' ? '+' : `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    )
