import { LOCATE_ANSWER_MS, LOCATE_TIMEOUT_MS } from '#contract/limits.ts'

const NO_LOCATING = '这台设备不能定位，请直接填写'
/** By the codes of the browser: refused, not to be had, too slow. */
const FAILED: Record<number, string> = {
  1: '没有得到定位的许可，可以到浏览器或系统的设置里打开，或者直接填写',
  2: '现在定不到位置，请稍后再试，或者直接填写',
  3: '定位用了太久，请到开阔些的地方再试，或者直接填写',
}

type Located = { latitude: number; longitude: number } | { failed: string }

/** The device's own position; it is sent to nobody. Whatever happens, an answer comes. */
export function locate(): Promise<Located> {
  // Absent on plain http, and where a browser has it forbidden.
  const { geolocation } = navigator as Partial<Navigator>
  if (!geolocation) return Promise.resolve({ failed: NO_LOCATING })
  return new Promise((resolve) => {
    // A question of the browser's that is never answered has no end of its own.
    const late = setTimeout(() => resolve({ failed: FAILED[3]! }), LOCATE_ANSWER_MS)
    const answer = (located: Located) => {
      clearTimeout(late)
      resolve(located)
    }
    geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => answer({ latitude, longitude }),
      ({ code }) => answer({ failed: FAILED[code] ?? FAILED[2]! }),
      { enableHighAccuracy: true, timeout: LOCATE_TIMEOUT_MS, maximumAge: 60_000 },
    )
  })
}
