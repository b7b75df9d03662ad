import type { ArchiveMoney } from '#contract/archiveFiles.ts'
import { CHANNELS } from '#contract/pay.ts'
import { KIND_NAME } from '#contract/wallet.ts'
import { csv } from '#server/core/csv.ts'

export const ledgerCsv = ({ movements }: ArchiveMoney): string =>
  csv(
    ['时间 time', '种类 kind', '变动 amount', '余额 balance', '原因 reason'],
    movements.map(({ at, kind, amount, balance, reason }) => [at, KIND_NAME[kind], amount, balance, reason]),
  )

export const ordersCsv = ({ orders }: ArchiveMoney): string =>
  csv(
    [
      '时间 time',
      '订单号 order',
      '渠道 channel',
      '数量 count',
      '金额（元） yuan',
      '状态 state',
      '支付 paid',
      '退款 refunded',
    ],
    orders.map(({ at, order_no, channel, count, fen, state, paid_at, refunded_at }) => [
      at,
      order_no,
      channel in CHANNELS ? CHANNELS[channel as keyof typeof CHANNELS].name : channel,
      count,
      (fen / 100).toFixed(2),
      state,
      paid_at,
      refunded_at,
    ]),
  )
