import { calendarHandlers } from '#server/capsules/calendar/handlers.ts'
import { capsuleHandlers } from '#server/capsules/capsule/handlers.ts'
import { diaryHandlers } from '#server/capsules/diary/handlers.ts'
import { forecastHandlers } from '#server/capsules/forecast/handlers.ts'
import { importHandlers } from '#server/capsules/imports/handlers.ts'
import { noticeHandlers } from '#server/capsules/notice/handlers.ts'
import { publishingHandlers } from '#server/capsules/publishing/handlers.ts'
import { receiverHandlers } from '#server/capsules/receiver/handlers.ts'
import { sealHandlers } from '#server/capsules/seal/handlers.ts'
import { searchHandlers } from '#server/capsules/search/handlers.ts'
import { socialHandlers } from '#server/capsules/social/handlers.ts'
import { unsealHandlers } from '#server/capsules/unseal/handlers.ts'
import { yearHandlers } from '#server/capsules/year/handlers.ts'
import { feedbackHandlers } from '#server/desk/feedback/handlers.ts'
import { reportHandlers } from '#server/desk/report/handlers.ts'
import { reviewHandlers } from '#server/desk/review/handlers.ts'
import { systemHandlers } from '#server/http/system/handlers.ts'
import { exchangeHandlers } from '#server/money/exchange/handlers.ts'
import { giftHandlers } from '#server/money/gift/handlers.ts'
import { payHandlers } from '#server/money/pay/handlers.ts'
import { taskHandlers } from '#server/money/task/handlers.ts'
import { accountHandlers } from '#server/people/account/handlers.ts'
import { captchaHandlers } from '#server/people/captcha/handlers.ts'
import { inboxHandlers } from '#server/people/inbox/handlers.ts'
import { walletHandlers } from '#server/people/wallet/handlers.ts'
import type { Handlers } from '#server/platform/context.ts'
import { mediaHandlers } from '#server/platform/media/handlers.ts'
import { archiveHandlers } from '#server/upkeep/archive/handlers.ts'
import { closingHandlers } from '#server/upkeep/closing/handlers.ts'
import { receiptHandlers } from '#server/upkeep/receipts/handlers.ts'
import { sunsetHandlers } from '#server/upkeep/sunset/handlers.ts'

/** One handler a call; a missing or wrongly typed one does not compile. */
export const handlers: Handlers = {
  ...systemHandlers,
  ...walletHandlers,
  ...mediaHandlers,
  ...captchaHandlers,
  ...accountHandlers,
  ...inboxHandlers,
  ...capsuleHandlers,
  ...publishingHandlers,
  ...socialHandlers,
  ...reportHandlers,
  ...feedbackHandlers,
  ...searchHandlers,
  ...giftHandlers,
  ...payHandlers,
  ...exchangeHandlers,
  ...diaryHandlers,
  ...importHandlers,
  ...forecastHandlers,
  ...yearHandlers,
  ...sealHandlers,
  ...unsealHandlers,
  ...reviewHandlers,
  ...calendarHandlers,
  ...noticeHandlers,
  ...receiverHandlers,
  ...taskHandlers,
  ...closingHandlers,
  ...archiveHandlers,
  ...receiptHandlers,
  ...sunsetHandlers,
}
