import type { makeAlipay } from './alipay.ts'
import type { makeApple } from './apple.ts'
import type { Doors } from './http.ts'
import { newsOf } from './news.ts'

type Hands = { apple: ReturnType<typeof makeApple>['hand']; alipay: ReturnType<typeof makeAlipay>['hand'] }

/** A telephone's own acts at the App Store and inside Alipay, for journeys in a browser that has neither. */
export const deviceDoors = ({ apple, alipay }: Hands): Doors => ({
  'POST /device/apple/buy': ({ form }) => ({
    json: apple.buy({
      productId: form.get('product_id') ?? '',
      accountToken: form.get('account') ?? '',
      price: Number(form.get('price')),
    }),
  }),
  'POST /device/alipay/code': ({ form }) => ({ json: { code: alipay.codeFor(form.get('name') ?? '') } }),
  'POST /device/alipay/pay': ({ form }) => {
    alipay.payTrade(form.get('trade_no') ?? '', newsOf(form))
    return { json: { resultCode: '9000' } }
  },
})
