import type { ColumnType, Generated, RawBuilder } from 'kysely'
import type { ApplicationState, CapsuleForm, CapsuleStatus, CapsuleType } from '#contract/capsule.ts'
import type { CaseKind, CaseOutcome, CaseReason, Verdict } from '#contract/cases.ts'
import type { ActKind, Role } from '#contract/desk.ts'
import type { ImportSource } from '#contract/importSource.ts'
import type { InboxKind } from '#contract/inbox.ts'
import type { Result } from '#contract/judge.ts'
import type { ContactChannel, LinkChannel, NoticeState } from '#contract/notice.ts'
import type { OauthPurpose, Provider } from '#contract/oauth.ts'
import type { Channel, OrderState } from '#contract/pay.ts'
import type { Way } from '#contract/receiver.ts'
import type { ReportKind } from '#contract/report.ts'
import type { Kind } from '#contract/wallet.ts'

/** A moment as the database prints it: `YYYY-MM-DD HH:mm:ss…` in China time (the session's zone, see open.ts). */
type Moment = ColumnType<string, string | Date, string | Date>
type MomentNow = ColumnType<string, string | Date | undefined, string | Date>
type MaybeMoment = ColumnType<string | null, string | Date | null | undefined, string | Date | null>
type Json<T> = ColumnType<T, string, string>

export type Users = {
  id: Generated<number>
  tel: string | null
  password_hash: string | null
  nickname: string
  avatar: Generated<string>
  sex: Generated<'' | '0' | '1'>
  gift_claimed_at: MaybeMoment
  show_this_day: Generated<number>
  notify_sign_in: Generated<number>
  show_forecasts: Generated<number>
  /** When the person was last told that strangers had used up the guesses at their password. */
  guesses_told_at: MaybeMoment
  created_at: MomentNow
  cancelled_at: MaybeMoment
  /** Why the person and their capsules are hidden from the public: until an operator has looked, or for good. */
  hidden: ColumnType<Hidden | null, Hidden | null | undefined, Hidden | null>
}
type Hidden = 'reported' | 'banned'

export type Sessions = {
  id: Generated<number>
  user_id: number
  token_hash: Buffer
  source: string
  address_hash: Buffer
  created_at: MomentNow
  last_at: MomentNow
  expires_at: Moment
  ended_at: MaybeMoment
  /** When the session's user last proved to be the person. */
  proved_at: MomentNow
}

export type Codes = {
  id: Generated<number>
  tel: string
  purpose: string
  /** Whether the code was sent for the person the number belongs to. */
  own: Generated<boolean>
  code_hash: Buffer
  wrong: Generated<number>
  created_at: MomentNow
  expires_at: Moment
  used_at: MaybeMoment
}

export type Tries = { id: Generated<number>; bucket: string; at: MomentNow }

export type Identities = {
  id: Generated<number>
  user_id: number
  provider: Provider
  subject: string
  nickname: string
  created_at: MomentNow
}

export type OauthStates = {
  state_hash: Buffer
  browser_hash: Buffer
  provider: Provider
  purpose: OauthPurpose
  /** Which of WeChat's two applications was asked; '' for Weibo. */
  app: 'open' | 'mp' | ''
  user_id: number | null
  created_at: MomentNow
  used_at: MaybeMoment
}

export type Slides = {
  pk_id: string
  nonce: Buffer
  wrong: Generated<number>
  created_at: MomentNow
  passed_at: MaybeMoment
  passed_tel: string | null
}

export type Messages = {
  id: Generated<number>
  channel: 'sms' | 'email' | 'weibo'
  recipient: string
  template: string
  params: string | null
  text: string | null
  created_at: MomentNow
  sent_at: MaybeMoment
  /** `kept` in the outbox of a process without a provider; `unknown` when the provider gave no answer. */
  state: Generated<NoticeState>
  /** To a person by their account, on an occasion; null where a notice finds its recipient by the capsule. */
  user_id: ColumnType<number | null, number | undefined, never>
  /** Of a notice: the capsule it is about, to whom, and on what occasion. */
  capsule_id: ColumnType<number | null, number | null | undefined, number | null>
  contact: ColumnType<'owner' | LinkChannel | null, 'owner' | LinkChannel | undefined, never>
  occasion: ColumnType<string | null, string | undefined, never>
  /** Encrypted like the text: `recipient` is only a keyed hash of it. */
  address: ColumnType<string | null, string | null | undefined, string | null>
  tries: Generated<number>
  /** When the message is taken up next; while it is being sent, when the process that sends it counts as lost. */
  next_at: MaybeMoment
  /** Since when the message may have gone out without a trace here (clock/losses.ts). */
  doubt_from: MaybeMoment
  /** How often the provider did not say whether it has the message. */
  silences: Generated<number>
}

export type Attempts = {
  id: Generated<number>
  message_id: number
  provider: string
  started_at: MomentNow
  ended_at: MaybeMoment
  outcome: 'sent' | 'failed' | 'unknown' | null
  provider_code: string | null
  provider_id: string | null
  named: Generated<boolean>
}

/** `boxed`: the entry's content, locked with the master key of its fingerprint. */
export type Keyring = {
  key_id: string
  fingerprint: string
  created_at: MomentNow
  boxed: ColumnType<Buffer | null, Buffer | undefined, Buffer>
}

export type Accounts = {
  id: Generated<number>
  owner_id: number
  kind: Kind
  balance: Generated<number>
  seq: Generated<number>
}

export type Transactions = {
  id: Generated<number>
  user_id: number
  scope: string
  key: string
  reason: string
  created_at: MomentNow
}

export type Entries = {
  id: Generated<number>
  transaction_id: number
  kind: Kind
  account_id: number | null
  system: 'issued' | 'consumed' | null
  amount: number
  seq: number | null
  balance: number | null
  /** The reason for this side alone, where it differs from the transaction's. */
  reason: string | null
}

export type Capsules = {
  id: number
  owner_id: number
  type: CapsuleType
  content_type: Generated<CapsuleForm>
  status: CapsuleStatus
  long_tag: Generated<string>
  is_public: Generated<number>
  is_lock: Generated<number>
  open_time: MaybeMoment
  open_at: MaybeMoment
  sealed_at: MaybeMoment
  /** Of a diary: when it was written. */
  created_at: MomentNow
  /** When it reached us, where that was later. */
  received_at: ColumnType<string | null, Date | null | undefined, never>
  /** Of a diary that was brought from elsewhere: when. Set by the import alone. */
  imported_at: ColumnType<string | null, undefined, never>
  updated_at: MomentNow
  love_count: Generated<number>
  questions: Json<string[]>
  answers_hash: string | null
  revision: Generated<number>
  /** When the next notice of the capsule is planned; null once it is open, and before it is sealed. */
  notice_at: MaybeMoment
  /** How many rounds of notices there were. */
  notice_round: Generated<number>
  opened_by: ColumnType<'owner' | ContactChannel | null, undefined, 'owner' | ContactChannel>
  /** Why the capsule is not shown though its owner has made it public; or that it was taken down. */
  review: ColumnType<Review | null, undefined, Review | null>
  /** When its owner deleted a diary; seven days later it is gone. */
  deleted_at: ColumnType<string | null, undefined, RawBuilder<string> | null>
  /** Until when a diary can be restored, where that is not seven days after `deleted_at`; infinity before the time is right. */
  kept_until: ColumnType<string | null, undefined, RawBuilder<string | null>>
  /** Hidden from its owner's lists. */
  hidden: ColumnType<boolean, undefined, boolean>
}
/** Written by the guard of `capsules` alone. */
export type GoneDiaries = { capsule_id: number; gone_at: MomentNow }
export type Review = 'looking' | 'doubtful' | 'reported' | 'author' | 'down'

export type Cases = {
  id: Generated<number>
  kind: CaseKind
  target_id: number
  /** The person whom the case is about. */
  user_id: number
  why: CaseReason
  labels: string[]
  plea: string
  /** A new name or picture that waits for the decision. */
  value: string | null
  opened_at: MomentNow
  closed_at: MaybeMoment
  outcome: ColumnType<CaseOutcome | null, undefined, CaseOutcome>
}
export type CaseDecisions = {
  case_id: number
  operator_id: number
  decision: Verdict
  note: string
  decided_at: MomentNow
}
export type Reports = {
  id: Generated<number>
  reporter_id: number
  kind: ReportKind
  target_id: number
  reason: number
  text: string
  at: MomentNow
  case_id: number
}
export type Blocks = { blocker_id: number; blocked_id: number; created_at: MomentNow }

export type Feedback = {
  id: Generated<number>
  user_id: number
  text: string
  key: string | null
  created_at: MomentNow
  answer: string | null
  answered_at: MaybeMoment
  operator_id: number | null
}

export type Consents = { user_id: number; version: string; agreed_at: MomentNow; source: string }

export type Inbox = {
  id: Generated<number>
  user_id: number
  kind: InboxKind
  text: string
  /** The page that the message leads to; '' for none. */
  page: string
  created_at: MomentNow
  read_at: MaybeMoment
  /** The decision that the message tells of, which can be appealed against once. */
  case_id: number | null
  appealed_at: MaybeMoment
}

export type CapsuleContents = {
  capsule_id: number
  envelope: Json<object>
  sealed: Buffer
  head: Buffer | null
  /** Of what was sealed with one; and its place in the log of this number, once it has been taken up. */
  commitment: Generated<Buffer | null>
  log: Generated<number | null>
  leaf: Generated<number | null>
}
/** A log of commitments, of which the newest goes on; `place` is where the database lay when somebody last said so. */
export type Logs = {
  id: number
  origin: string
  name: string
  place: string
  size: Generated<number>
  halted: Generated<string | null>
  turn: Generated<number>
  taken_until: MaybeMoment
}
export type LogKeys = { id: Generated<number>; log: number; key: string }
export type LogTiles = { log: number; level: number; index: number; hashes: Buffer }
/** A time-stamp response of others to a checkpoint's note, one a day of China. */
export type LogStamps = { day: string; note: string; response: Buffer }
/** The public keys of months, one after another; the MAC is over the months, the digest and them, by the master key of that name. */
export type MonthKeys = {
  id: Generated<number>
  first_month: string
  last_month: string
  keys: Buffer
  digest: string
  mac: Buffer
  mac_by: string
  taken_at: Moment
  proven_at: Moment
}
export type LogCheckpoints = { log: number; size: number; signed_at: Moment; note: string; published_at: MaybeMoment }
/** For whom a capsule is, and who took it. */
export type Receivers = {
  capsule_id: number
  /** How the sender calls them; boxed. */
  name: string
  show_title: number
  /** Raised when the sender takes it back: what was handed over before leads nowhere. */
  generation: Generated<number>
  token_hash: Buffer
  received_by: ColumnType<number | null, number | null | undefined, number | null>
  received_at: MaybeMoment
  refused_at: MaybeMoment
  opened_at: MaybeMoment
  hidden: Generated<boolean>
  notice_at: MaybeMoment
  notice_round: Generated<number>
  /** How they are told that it waits; null where its sender hands it over. */
  way: ColumnType<Way | null, Way | null | undefined, Way | null>
  /** Boxed. */
  address: ColumnType<string | null, string | null | undefined, string | null>
  address_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  tell_now: Generated<number>
  /** When their card was looked at, also where none goes out. */
  asked_at: MaybeMoment
  bounced_at: MaybeMoment
  link_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  valid_until: MaybeMoment
  stop_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  /** Since when its receiver agrees that it is shown to others. */
  allowed_at: MaybeMoment
}
/** Codes by which one who asked for it shows that a receiver's address is theirs. */
export type ReceiveCodes = {
  capsule_id: number
  user_id: number
  code_hash: Buffer
  wrong: Generated<number>
  expires_at: string
}
/** Senders of whom an address wants nothing more. */
export type UnwantedSenders = { address_hash: Buffer; sender_id: number; at: MomentNow }
/** The one answer of the person a capsule was for. */
export type Answers = { capsule_id: number; writer_id: number; text: string; written_at: Generated<string> }
/** A capsule that was sealed in answer to another, and with which the two began. */
export type CapsulesBack = { capsule_id: number; first_id: number }
export type CapsuleContacts = {
  capsule_id: number
  channel: ContactChannel
  address: string
  /** The end of `address` once that is known to be in its one form. */
  folded: Generated<string | null>
  /** Raised by every renewal: links of an earlier generation are worth nothing. */
  generation: Generated<number>
  mention: Generated<number>
  token_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  valid_until: MaybeMoment
  confirm_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  address_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  asked_at: MaybeMoment
  confirmed_at: MaybeMoment
  bounced_at: MaybeMoment
  over_at: MaybeMoment
}

export type Unwilling = { address_hash: Buffer; at: MomentNow }

export type Applications = {
  id: Generated<number>
  capsule_id: number
  reason: string
  created_at: MomentNow
  closed_at: MaybeMoment
  state: Generated<ApplicationState>
  reply: Generated<string>
}

export type Operators = {
  id: Generated<number>
  name: string
  password_hash: string
  totp_secret: string
  totp_step: Generated<number>
  created_at: MomentNow
  removed_at: MaybeMoment
  roles: Role[]
  /** A new secret of the code, until its first code was right. */
  totp_next: ColumnType<string | null, undefined, string | null>
  guesses_told_at: MaybeMoment
}

export type OperatorActs = {
  id: Generated<number>
  /** Null for an act on the command line. */
  operator_id: number | null
  kind: ActKind
  target: string
  act: string
  note: string
  at: MomentNow
}
export type OperatorLooks = { operator_id: number; kind: ActKind; target: string; day: Moment; at: MomentNow }

export type OperatorSessions = {
  id: Generated<number>
  operator_id: number
  token_hash: Buffer
  created_at: MomentNow
  expires_at: Moment
  ended_at: MaybeMoment
}

export type ApplicationDecisions = {
  application_id: number
  operator_id: number
  approve: number
  reply: string
  decided_at: MomentNow
}

export type CapsuleReplies = { capsule_id: number; text: string; written_at: MomentNow }

export type ForecastJudgements = {
  capsule_id: number
  user_id: number
  result: Result
  confidence: number | null
  counts: boolean
  text: string
  judged_at: MomentNow
}

export type QuestionDrops = { capsule_id: number; asked_at: MomentNow; drop_at: Moment; called_off_at: MaybeMoment }

export type CalendarFeeds = {
  user_id: number
  generation: Generated<number>
  token_hash: Buffer | null
  created_at: MomentNow
}

export type Clock = {
  id: Generated<number>
  last_at: Moment
  place: string
  held: 'jump' | 'pause' | 'source' | null
  held_at: MaybeMoment
  restored: Generated<boolean>
  released_at: MaybeMoment
  name: Generated<string>
  releases: Generated<number>
  timeline: number | null
  opens_at: MaybeMoment
  erases_at: MaybeMoment
}

export type ClockLooks = {
  process: string
  at: Moment
}

/** A span of time of which the database has lost its memory. */
export type Losses = {
  id: Generated<number>
  from_at: Moment
  held_at: Moment
  released_at: MaybeMoment
  /** How many acknowledged writings are gone; null while nobody could say. */
  writings: number | null
}

export type LostWritings = { loss_id: number; user_id: number; kind: string; row_id: string; at: Moment }

export type Idempotency = {
  user_id: number
  key: string
  call: string
  request_hash: Buffer
  answer: Json<object>
  created_at: MomentNow
}

/** How a file or a film goes to others; the words are in media/clean/given.ts. */
export type Given = 0 | 1 | 2 | 3

export type Objects = {
  key: string
  owner_id: number
  size: number
  mime: string
  duration_ms: ColumnType<number | null, number | null | undefined, number | null>
  checked_at: MaybeMoment
  wrap: Buffer | null
  sealed_in: ColumnType<number | null, number | null | undefined, number | null>
  avatar_of: ColumnType<number | null, number | null | undefined, number | null>
  created_at: MomentNow
  /** Since when nothing names the upload; after a week it is doomed, and soon gone. */
  loose_since: ColumnType<string | null, string | Date | null | undefined, string | Date | null>
  doomed_at: MaybeMoment
  /** A keyed hash of the upload's bytes; written once. */
  proof: ColumnType<Buffer | null, undefined, Buffer>
  scrubbed_at: MaybeMoment
  damaged_at: MaybeMoment
  /** Null until somebody has looked. */
  given: ColumnType<Given | null, Given | null | undefined, Given>
}

export type Archives = {
  id: Generated<number>
  user_id: number
  created_at: MomentNow
  total: Generated<number>
  done: Generated<number>
  bytes: Generated<number>
  progress: ColumnType<object, undefined, string>
  missing: ColumnType<object[], undefined, string>
  parts: ColumnType<object[], undefined, string>
  turn: Generated<number>
  taken_until: MaybeMoment
  ready_at: MaybeMoment
  failed_at: MaybeMoment
  ended_at: MaybeMoment
  cleared_at: MaybeMoment
  kept: Generated<boolean>
}

export type KeptArchives = {
  user_id: number
  archive_id: number
  code: string
  address: string
  parts: Generated<number>
  bytes: Generated<number>
  written_at: MaybeMoment
}

export type Backups = {
  day: Moment
  tries: Generated<number>
  began_at: MomentNow
  good_at: MaybeMoment
  what: Generated<string>
}

export type CapsuleMedia = { capsule_id: number; key: string }

export type Shares = {
  capsule_id: number
  generation: Generated<number>
  token_hash: Buffer | null
  created_at: MomentNow
}

export type Loves = { user_id: number; capsule_id: number; created_at: MomentNow }
export type Follows = { follower_id: number; followed_id: number; created_at: MomentNow }

/** Counted by triggers alone. */
export type Standings = {
  user_id: number
  public_count: Generated<number>
  follower_count: Generated<number>
  followed_count: Generated<number>
}

/** A person's latest searches; `id` is new each time. */
export type Searches = { id: Generated<number>; user_id: number; keyword: string }
/** Searches that found something, once per person and week; `hot_words` counts them by trigger. */
export type SearchVotes = { keyword: string; user_id: number; at: MomentNow }
export type HotWords = { keyword: string; people: number }

export type BrokenInvariants = { rule: string; id: number; what: string }

export type Goods = {
  id: number
  version: number
  count: number
  fen: number
  store_fen: number
  product_id: string
  retired_at: MaybeMoment
}

export type Orders = {
  id: Generated<number>
  order_no: string
  user_id: number
  channel: Channel
  goods_id: number
  goods_version: number
  count: number
  fen: number
  state: Generated<OrderState>
  created_at: MomentNow
  expires_at: Moment
  asked_at: MaybeMoment
  next_ask_at: MaybeMoment
  transaction_id: string | null
  paid_at: MaybeMoment
  refunded_at: MaybeMoment
  owed: Generated<number>
  written_off: Generated<number>
  give_back: Generated<boolean>
  key: string | null
}

export type PaymentAlarms = {
  id: Generated<number>
  channel: Channel
  why: string
  order_no: string
  day: Moment
  times: Generated<number>
  last_at: MomentNow
  ended_at: MaybeMoment
  ended_by: number | null
}

export type Bills = {
  channel: Channel
  day: Moment
  asked_at: Moment
  compared_at: MaybeMoment
}

/** The end of the product: one row at most. */
export type Sunset = {
  id: Generated<number>
  announced_at: MomentNow
  tells_from: MomentNow
  ends_on: ColumnType<string, string, never>
  readonly_at: MaybeMoment
  told_to: Generated<number>
  told: Generated<number>
  sms_to: Generated<number>
  told_at: MaybeMoment
}

/** Of a purchase that was unspent at the end of the product: what goes back, and how far it has come. */
export type GivenBack = {
  order_id: number
  count: number
  fen: number
  noted_at: MomentNow
  done_at: MaybeMoment
  why: string | null
}

/** A batch that is undone as one; its entries, each known by its source and the id it has there. */
export type Imports = {
  user_id: number
  batch_id: string
  source: ImportSource
  created_at: MomentNow
  undone_at: MaybeMoment
  ended_at: MaybeMoment
}
export type ImportedEntries = {
  user_id: number
  source: ImportSource
  source_id: string
  batch_id: string
  capsule_id: number | null
}

/** All tables of the database. */
export type Tables = {
  archives: Archives
  kept_archives: KeptArchives
  backups: Backups
  users: Users
  sessions: Sessions
  codes: Codes
  tries: Tries
  identities: Identities
  oauth_states: OauthStates
  slides: Slides
  messages: Messages
  attempts: Attempts
  keyring: Keyring
  accounts: Accounts
  transactions: Transactions
  entries: Entries
  goods: Goods
  orders: Orders
  given_back: GivenBack
  payment_alarms: PaymentAlarms
  bills: Bills
  capsules: Capsules
  capsule_contents: CapsuleContents
  imports: Imports
  imported_entries: ImportedEntries
  logs: Logs
  log_keys: LogKeys
  log_tiles: LogTiles
  log_checkpoints: LogCheckpoints
  log_stamps: LogStamps
  month_keys: MonthKeys
  gone_diaries: GoneDiaries
  capsule_contacts: CapsuleContacts
  receivers: Receivers
  receive_codes: ReceiveCodes
  unwanted_senders: UnwantedSenders
  answers: Answers
  capsules_back: CapsulesBack
  applications: Applications
  idempotency: Idempotency
  sunset: Sunset
  objects: Objects
  capsule_media: CapsuleMedia
  shares: Shares
  unwilling: Unwilling
  operators: Operators
  operator_sessions: OperatorSessions
  operator_acts: OperatorActs
  operator_looks: OperatorLooks
  application_decisions: ApplicationDecisions
  capsule_replies: CapsuleReplies
  forecast_judgements: ForecastJudgements
  question_drops: QuestionDrops
  calendar_feeds: CalendarFeeds
  clock: Clock
  clock_looks: ClockLooks
  losses: Losses
  lost_writings: LostWritings
  loves: Loves
  follows: Follows
  standings: Standings
  searches: Searches
  search_votes: SearchVotes
  hot_words: HotWords
  cases: Cases
  case_decisions: CaseDecisions
  reports: Reports
  blocks: Blocks
  inbox: Inbox
  feedback: Feedback
  consents: Consents
  broken_invariants: BrokenInvariants
}
