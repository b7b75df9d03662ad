import { DAY_MS, startOfDay } from '#contract/time.ts'

/** Gentle questions to begin a day's diary with. */
const QUESTIONS = [
  '今天有什么让你笑了？',
  '今天的天空是什么样子？',
  '今天吃到的哪一口最难忘？',
  '今天想对谁说一声谢谢？',
  '今天路上遇见了什么？',
  '此刻你最想记住的声音是什么？',
  '今天有哪一刻让你停了下来？',
  '今天学到了什么小事？',
  '如果给今天起个名字，会叫什么？',
  '今天谁想起了你，你又想起了谁？',
  '今天有什么没来得及说出口？',
  '今天的你，想对明年的你说什么？',
] as const

/** The question for this day in China; tomorrow brings the next one. */
export function questionOf(now: number): string {
  const day = Math.floor(Number(startOfDay(now)) / DAY_MS)
  return QUESTIONS[day % QUESTIONS.length] ?? QUESTIONS[0]
}
