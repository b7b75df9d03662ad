import { useEffect, useState } from 'react'
import { type Channel, sellsOrders } from '#contract/pay.ts'
import type { User } from '#contract/profile.ts'
import { useCall } from '#web/client/api.ts'
import { applet } from '#web/client/applet.ts'
import { askEnded } from '#web/client/whyEnded.ts'
import { useAppStore } from './appStore/useAppStore.ts'
import { inWechat } from './inWechat.ts'
import { NO_MODES, offered } from './modes.ts'
import { usePay } from './usePay.ts'
import { usePayInApplet } from './usePayInApplet.ts'
import { usePendingOrder } from './usePendingOrder.ts'

const NOT_CHOSEN = '请选择充值数量和支付方式'
const NO_AMOUNT = '请选择充值数量'

/** The goods on offer, the choice among them, and the order that came of it. */
export function useTopUp(user: User) {
  const query = useCall('goodsList', {})
  const kept = usePendingOrder(user.id)
  const [goodsId, chooseGoods] = useState<string>()
  const [wanted, chooseMode] = useState<Channel>()
  const [guided, setGuided] = useState(inWechat)
  const [ended, setEnded] = useState<string>()
  useEffect(() => void askEnded('selling').then(setEnded), [])
  const outside = usePay(kept.keep)
  const inApplet = usePayInApplet(kept)
  const store = useAppStore(user.apple_account_token, query.data?.list)
  const modes = offered(query.data?.channels ?? [])
  const goods = query.data?.list.find(({ id }) => id === goodsId)
  // The only one there is need not be chosen.
  const mode = modes.length === 1 ? modes[0] : modes.find((one) => one === wanted)

  function whyNot(): string | undefined {
    if (ended) return ended
    if (query.data && modes.length === 0) return NO_MODES
    if (!mode) return NOT_CHOSEN
    return goods ? undefined : NO_AMOUNT
  }
  function press() {
    if (!goods || !mode) return
    if (!sellsOrders(mode)) store.buy(goods.product_id)
    else if (applet()) inApplet.pay(goods)
    else if (inWechat()) setGuided(true)
    else void outside.pay(goods, mode)
  }
  return {
    query,
    kept,
    products: store.products,
    goodsId,
    chooseGoods,
    modes,
    mode,
    chooseMode,
    guided,
    setGuided,
    busy: outside.busy || inApplet.busy || store.busy,
    whyNot: whyNot(),
    press,
  }
}
