import { useState } from 'react'
import { useCall } from '#web/api.ts'
import { inWechat } from './inWechat.ts'
import { NO_MODES, offered, type PayChannel } from './modes.ts'
import { useKeptOrder } from './useKeptOrder.ts'
import { usePay } from './usePay.ts'

const NOT_CHOSEN = '请选择充值数量和支付方式'

/** What is offered, what was chosen of it, and the order that came of it. */
export function useTopUp(userId: string) {
  const query = useCall('goodsList', {})
  const kept = useKeptOrder(userId)
  const [goodsId, chooseGoods] = useState<string>()
  const [wanted, chooseMode] = useState<PayChannel>()
  const [guided, setGuided] = useState(inWechat)
  const { pay, busy } = usePay(kept.keep)
  const modes = offered(query.data?.channels ?? [])
  const goods = query.data?.list.find(({ id }) => id === goodsId)
  const mode = modes.find((one) => one === wanted)

  function whyNot(): string | undefined {
    if (query.data && modes.length === 0) return NO_MODES
    return goods && mode ? undefined : NOT_CHOSEN
  }
  function press() {
    if (!goods || !mode) return
    if (inWechat()) setGuided(true)
    else void pay(goods, mode)
  }
  return {
    query,
    kept,
    goodsId,
    chooseGoods,
    modes,
    mode,
    chooseMode,
    guided,
    setGuided,
    busy,
    whyNot: whyNot(),
    press,
  }
}
