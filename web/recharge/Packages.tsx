import type { Goods } from '#contract/pay.ts'
import { KIND_NAME } from '#contract/wallet.ts'
import { priceText } from '#web/ui/format.ts'
import styles from './Choice.module.css'

type Props = { list: readonly Goods[]; chosen: string | undefined; onChoose: (id: string) => void }

/** How many, and for how much. */
export function Packages({ list, chosen, onChoose }: Props) {
  const best = bestOf(list)
  return (
    <fieldset className={styles.group}>
      <legend className={`muted ${styles.legend}`}>充值数量</legend>
      <div className={styles.packages}>
        {list.map((goods) => (
          <label key={goods.id} className={styles.package}>
            <input
              type="radio"
              name="goods"
              className="hidden"
              checked={chosen === goods.id}
              onChange={() => onChoose(goods.id)}
            />
            <span>
              <b className={styles.count}>{goods.count}</b>个<span className="hidden">{KIND_NAME.time}</span>
            </span>
            <span className={styles.price}>{priceText(goods.price)}</span>
            {goods === best && <span className={styles.best}>最划算</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const each = ({ price, count }: Goods) => Number(price) / count

/** The one of which each costs least, if there is such a one. */
function bestOf(list: readonly Goods[]): Goods | undefined {
  const [first, second] = [...list].sort((a, b) => each(a) - each(b))
  return first && second && each(first) < each(second) ? first : undefined
}
