/** Every constant of section 9 of the specification, each with its unit in its name and one home. */
export const PAGE_SIZE = 15
export const HOME_PAGE_SIZE = 25
export const FOLLOWED_USERS_PAGE_SIZE = 20
export const MAX_PAGE_SIZE = 50
/** Ours: nobody turns so many pages, and each costs the walk over all before it. */
export const MAX_PAGE = 10_000
/** Ours: drafts one person keeps at once. */
export const DRAFTS_MAX = 100
/** A home page of this many rows or fewer goes back to page 1 on the next refresh. */
export const HOME_SHORT_PAGE = 20
export const HOME_REFRESH_MS = 600_000
/** Of the sphere that the home's capsules stand on; it is scaled to fit its room. */
export const PLANET_RADIUS = 800
export const SEARCH_HISTORY_MAX = 6
/** Ours: characters of a keyword after NFKC (readings 7). */
export const KEYWORD_MAX_CHARS = 50
/** Ours: nobody reads so many hits, and each is looked at again for every page after it. */
export const SEARCH_PAGE_MAX = 200
/** Ours: rows that one call of a search in one's own capsules looks at, at most; the next one goes on from there. */
export const OWN_SEARCH_ROWS = 2_000
export const OWN_SEARCH_BYTES = 4_194_304
/** Words shown as hot, and what makes one: so many people within so many days (readings 7). */
export const HOT_WORDS_MAX = 10
export const HOT_WORD_PEOPLE = 5
export const HOT_WORD_DAYS = 7
/** Of each kind in one gift (specification 2). */
export const GIFT_MAX = 100

export const TO_TOP_AFTER_PX = 300
export const SCROLL_THROTTLE_MS = 50
export const REACH_BOTTOM_PX = 50
export const PULL_TO_RELOAD_PX = 50

export const PAYMENT_POLL_MS = 3_000
export const PAYMENT_TIMEOUT_MS = 60_000
/** How long an order waits for its money (readings 8). */
export const ORDER_OPEN_MS = 7_200_000
export const CODE_COUNTDOWN_SECONDS = 60
export const CODE_LENGTH = 4
export const PASSWORD_MIN_CHARS = 6

export const EXCHANGE_RATE = 2
export const EXCHANGE_MAX = 50

export const CONTENT_MAX_CHARS = 10_000
/** Ours: raw HTML of one content item, before it is cleaned. */
export const CONTENT_MAX_HTML_CHARS = 200_000
export const LONG_TAG_MAX_CHARS = 100
export const LONG_TAG_SUMMARY_CHARS = 15
export const DESCRIPTION_MAX_CHARS = 100
export const FORECAST_FIELD_MAX_CHARS = 300
/** The remark on a prediction when it is judged, and the author's confidence in it, in percent (readings 9). */
export const JUDGEMENT_MAX_CHARS = 300
export const CONFIDENCE_MIN = 50
export const CONFIDENCE_MAX = 99
/** So many predictions judged with a confidence make a score. */
export const SCORED_FROM = 10
export const SEND_WORD_MAX_CHARS = 1000
export const UNSEAL_REASON_MAX_CHARS = 1000
export const UNSEAL_REASON_OVER_CHARS = 10
export const ANSWER_MAX_CHARS = 100
export const QUESTION_MAX_CHARS = 100
export const NICKNAME_MAX_CHARS = 20
/** How a sender calls the person a capsule is for. */
export const RECEIVER_NAME_MAX_CHARS = 20
export const SEARCH_SHOWN_CHARS = 25
export const FILES_MAX = 10
export const MAX_UPLOAD_BYTES = 52_428_800
export const VIDEO_MAX_SECONDS = 60
/** Ours: how much longer than that a video may be. */
export const VIDEO_OVER_SECONDS = 0.5
/** Ours: tags in one rich text, those that close others included; cleaning nested ones costs their square. */
export const TEXT_TAGS_MAX = 25_000
/** Ours: pictures in one rich text. */
export const TEXT_IMAGES_MAX = 30
export const REMARK_MAX_CHARS = 1000
export const FILE_NAME_MAX_CHARS = 200
/** Ours: the name and the address of a place. */
export const PLACE_NAME_MAX_CHARS = 50
export const PLACE_ADDRESS_MAX_CHARS = 200
/** Ours: how long a device may take to say where it is; and with its own question to the person, however it is answered. */
export const LOCATE_TIMEOUT_MS = 10_000
export const LOCATE_ANSWER_MS = 60_000
/** Ours: how long a deleted diary can be restored (docs/decisions/diaries.md); the guard in the database says the same. */
export const DELETED_DIARY_DAYS = 7
/** A diary that was written without a network is at most so old when it arrives. */
export const WRITTEN_AGO_MAX_SECONDS = 30 * 86_400
/** Of an import (decisions 11): entries and bytes of a call, entries a person, days in which it can be undone. */
export const IMPORT_ENTRIES_MAX = 20
export const IMPORT_BYTES_MAX = 1_500_000
export const IMPORTED_MAX = 20_000
export const IMPORT_UNDO_DAYS = 7
/** Ours: entries that one look before an import asks for. */
export const IMPORT_LOOKED_MAX = 500
export const QUESTIONS_MAX = 3
export const REVIEW_WORKING_DAYS = 5
/** Ours: an operator's reply to an application. */
export const REVIEW_REPLY_MAX_CHARS = 500
/** Ours: what one says back to oneself after opening. */
export const REPLY_MAX_CHARS = 1000
/** Ours: what one answers to the person who sent a capsule. */
export const ANSWER_BACK_MAX_CHARS = 2000
/** Ours: of the capsules that went between two people, so many of the newest are shown beside each. */
export const LETTERS_SHOWN = 50
/** Ours: hours between asking to drop the security questions and their being dropped (readings 3). */
export const QUESTIONS_DROP_HOURS = 72
export const EMAIL_MAX_CHARS = 254
export const WEIBO_MAX_CHARS = 60

export const TOAST_THEN_BACK_MS = 1_500
export const TOAST_ERROR_MS = 3_000
export const SIGN_IN_OVER_MS = 2_000
export const OFFLINE_TOAST_MS = 2_000
export const REQUEST_TIMEOUT_MS = 60_000
export const DOUBLE_TAP_GUARD_MS = 600
/** Ours: two equal sealings, gifts or exchanges without a key are one within so long. */
export const ALIKE_SECONDS = 3
export const RESIZE_DEBOUNCE_MS = 100
export const SEARCH_DEBOUNCE_MS = 500
/** The code of a page (the specification's async component): when its skeleton shows, and when it has failed. */
export const PAGE_CODE_DELAY_MS = 200
export const PAGE_CODE_TIMEOUT_MS = 60_000

export const PHONE_MAX_PX = 767
/** The floating ball: where it first stands, when it rests after a drag, and how long a drag is no press. */
export const BALL_FROM_RIGHT_PX = 65
export const BALL_FROM_BOTTOM_PX = 120
export const BALL_RESTS_AFTER_MS = 3_000
export const BALL_CLICK_GUARD_MS = 1_000
export const CAPSULE_COLOURS = 5
export const WELCOME_GIFT_COUNT = 6
export const LATEST_OPEN_TIME = '2120-12-31 23:59:59'

/** The text of a report, an appeal, a decision (readings 9; the last limit is ours). */
export const REPORT_MAX_CHARS = 200
export const APPEAL_MAX_CHARS = 100
export const CASE_NOTE_MAX_CHARS = 200
export const REPORTS_A_DAY = 10
/** Feedback to the operators, and their answers. */
export const FEEDBACK_MAX_CHARS = 500
export const FEEDBACK_ANSWER_MAX_CHARS = 500
export const FEEDBACK_A_DAY = 10
/** So many different people hide what they report until an operator has looked. */
export const REPORTS_TO_HIDE = 3
