import type { Goods } from '#contract/pay.ts'
import { KIND_NAME } from '#contract/wallet.ts'
import type { StoreProduct } from '#web/client/native.ts'
import styles from './Choice.module.css'
import { type Price, priceOf } from './price.ts'

type Props = {
  list: readonly Goods[]
  /** The App Store's data on the packages, where it is the one that sells. */
  products: readonly StoreProduct[] | undefined
  chosen: string | undefined
  onChoose: (id: string) => void
}

/** How many, and for how much. */
export function Packages({ list, products, chosen, onChoose }: Props) {
  const priced = list.map((goods) => ({ goods, price: priceOf(goods, products) }))
  const best = bestOf(priced)
  return (
    <fieldset className={styles.group}>
      <legend className={`muted ${styles.legend}`}>充值数量</legend>
      <div className={styles.packages}>
        {priced.map(({ goods, price }) => (
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
            <PriceTag price={price} />
            {goods === best?.goods && <span className={styles.best}>最划算</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The usual price is crossed out; a person who only hears the prices is told which is which. */
const PriceTag = ({ price: { asked, usual } }: { price: Price }) => (
  <span className={styles.price}>
    {usual && <span className="hidden">现价</span>}
    {asked}
    {usual && (
      <>
        <span className="hidden">，原价</span>
        <del className={styles.usual}>{usual}</del>
      </>
    )}
  </span>
)

type Priced = { goods: Goods; price: Price }
const each = ({ goods, price }: Priced) => price.amount / goods.count

/** The one of which each costs least, if there is such a one. */
function bestOf(list: readonly Priced[]): Priced | undefined {
  const [first, second] = [...list].sort((a, b) => each(a) - each(b))
  return first && second && each(first) < each(second) ? first : undefined
}
