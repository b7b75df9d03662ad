import type { ReactNode } from 'react'
import type { ArchiveMoney } from '#contract/archiveFiles.ts'
import { momentText } from '#contract/time.ts'
import { countText, priceText } from '#web/ui/format.ts'
import frame from '../frame/Title.module.css'
import { Title } from '../frame/Title.tsx'
import { useWords } from '../language.ts'
import { useMore } from '../list/useMore.ts'
import { Figures } from './Figures.tsx'
import styles from './Lists.module.css'
import { OfFile } from './OfFile.tsx'

const FEN = 100

/** Balances, what moved them, and what was bought. */
export function Money() {
  const words = useWords()
  return (
    <>
      <Title title={words.views.money} note={words.balancesNow} />
      <OfFile name="money">
        {({ balances, movements, orders }) => (
          <>
            <Figures
              figures={(['time', 'diary', 'forecast'] as const).map((kind) => [
                words.balances[kind],
                countText(balances[kind]),
              ])}
            />
            <Orders orders={orders} />
            <Movements movements={movements} />
          </>
        )}
      </OfFile>
    </>
  )
}

const newestFirst = (one: { at: string }, other: { at: string }): number =>
  one.at === other.at ? 0 : one.at < other.at ? 1 : -1

function Movements({ movements }: { movements: ArchiveMoney['movements'] }) {
  const words = useWords()
  const { shown, hasMore, end } = useMore('movements', movements.length)
  const heads = [words.reason, words.kind, words.amount, words.balance]
  return (
    <Table title={words.movements} heads={heads} numbersFrom={2} empty={movements.length === 0 && words.noMovements}>
      {[...movements]
        .sort(newestFirst)
        .slice(0, shown)
        .map(({ at, kind, amount, balance, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <tr key={index}>
            <td>
              {reason}
              <span data-small>{momentText(at)}</span>
            </td>
            <td>{words.balances[kind] ?? kind}</td>
            <td data-number>{amount > 0 ? `+${amount}` : amount}</td>
            <td data-number>{balance}</td>
          </tr>
        ))}
      {hasMore && (
        <tr>
          <td ref={end} colSpan={heads.length} />
        </tr>
      )}
    </Table>
  )
}

function Orders({ orders }: { orders: ArchiveMoney['orders'] }) {
  const words = useWords()
  const heads = [words.orderNo, words.state, words.count, words.paid]
  return (
    <Table title={words.orders} heads={heads} numbersFrom={2} empty={orders.length === 0 && words.noOrders}>
      {[...orders].sort(newestFirst).map(({ order_no, at, channel, count, fen, state, paid_at, refunded_at }) => (
        <tr key={order_no}>
          <td>
            {order_no}
            <span data-small>{momentText(at)}</span>
          </td>
          <td>
            {words.states[state] ?? state}
            <span data-small>
              {words.channels[channel] ?? channel} {momentText(refunded_at || paid_at)}
            </span>
          </td>
          <td data-number>{count}</td>
          <td data-number>{priceText((fen / FEN).toFixed(2))}</td>
        </tr>
      ))}
    </Table>
  )
}

type TableProps = { title: string; heads: string[]; numbersFrom: number; empty: string | false; children: ReactNode }

function Table({ title, heads, numbersFrom, empty, children }: TableProps) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {empty ? (
        <p className={frame.empty}>{empty}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              {heads.map((head, at) => (
                <th key={head} scope="col" data-number={at >= numbersFrom || undefined}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      )}
    </section>
  )
}
