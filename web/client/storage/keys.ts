// All that these pages keep in a browser. Names and forms stay as devices hold them (specification 3): a value in a new form
// gets a version, and the form before it is read for a year.

/**
 * How long a value stays: as long as the sign-in, until its person signs out, or until its page removes it. A value of the last
 * kind is the device's, or names its owner and is shown to nobody else.
 */
export type Until = 'signInEnds' | 'signedOut' | 'removed'

/** In every tab of this browser (`localStorage`). A `*` stands for any ending. */
export const DEVICE_VALUES = {
  /** The sign-in. */
  token: 'signInEnds',
  /** The signed-in person, as last heard. */
  person: 'signInEnds',
  /** The page that a signed-out person wanted to see. */
  routerTo: 'signedOut',
  /** The capsule on its way through the seal pages. */
  createCapsuleInfo: 'signedOut',
  /** The files chosen for capsules, with their owner. */
  timeCapsuleUploadList: 'removed',
  /** An order that is being paid, with its owner. */
  payment: 'removed',
  /** How far one's diaries from elsewhere have been moved in, with their owner, until all are. */
  movingIn: 'signedOut',
  /** Purchases that the App Store has signed and our server has not taken yet. */
  storePayments: 'removed',
  /** The person by this id has seen the guide. */
  'guided:*': 'removed',
  /** The day on which each person has put 那年今日 aside. */
  thisDayHidden: 'removed',
  /** Shared capsules that were opened here once. */
  openedHere: 'removed',
  theme: 'removed',
  vibration: 'removed',
  /** How far the end of the product has come, as last heard. */
  ending: 'removed',
  /** The page that the phone of the desktop shell showed last. */
  siteRoute: 'removed',
  /** Whether the pages take the whole window of a computer. */
  desktop: 'removed',
  /** Where the phone view is, was said at this desk. */
  phoneViewSaid: 'removed',
  ballPosition: 'removed',
  homeView: 'removed',
  /** Who has asked for a copy to read offline, and under which sign-in; its page takes it away after the copy. */
  offlineReading: 'removed',
  diaryColumns: 'removed',
  /** The language of an archive's reader (web/reader). */
  readerLanguage: 'removed',
} as const satisfies Record<string, Until>

/** In one tab, over a reload (`sessionStorage`). */
export const TAB_VALUES = {
  /** This tab's capsule on its way through the seal pages. */
  createCapsuleInfo: 'signedOut',
  /** How deep in the history the seal pages were entered. */
  sealEntry: 'signedOut',
  /** The tokens that links of capsules have given. */
  JWT: 'removed',
  'diaryDetail*': 'signInEnds',
  myPreviewList: 'signInEnds',
  myContentList: 'signInEnds',
  /** The results of a search, for coming back to them. */
  searchLeft: 'signInEnds',
  /** The version of the agreements that was ticked before signing in. */
  agreed: 'removed',
  /** Whether one's capsules for others are kept when the account is closed, over the way to a platform. */
  keepLetters: 'signedOut',
  /** The operator who is signed in at the desk. */
  operator: 'removed',
  /** The way to a platform began in the phone of the desktop shell. */
  framedTrip: 'removed',
  wideForm: 'removed',
  versionAsked: 'removed',
  clockTold: 'removed',
} as const satisfies Record<string, Until>

/** In the browser's databases (IndexedDB), for editors and the copy to read offline. A row has its owner in its name (`owner/…`) or as `owner`. */
export const TABLES = {
  /** Texts as they are typed. Where it is not known who signs out, everybody's go. */
  typing: { database: 'timeCapsuleTyping', table: 'kept', until: 'signedOut', ofAnybody: true },
  /** Diaries and drafts that wait for a network. */
  outbox: { database: 'timeCapsuleOutbox', table: 'waiting', until: 'signedOut' },
  /** The draft box as it was last seen. */
  drafts: { database: 'timeCapsuleDrafts', table: 'kept', until: 'signedOut' },
  /** One's own diaries and opened capsules for reading offline, encrypted, and the key that cannot be taken out. */
  offline: { database: 'timeCapsuleOffline', table: 'kept', until: 'signInEnds', ofAnybody: true },
  /** The bytes of files that are chosen; `timeCapsuleUploadList` says whose. */
  files: { database: 'timeCapsuleFiles', table: 'blobs', until: 'removed' },
} as const satisfies Record<string, { database: string; table: string; until: Until; ofAnybody?: boolean }>

type NameIn<List> = {
  [Name in keyof List & string]: Name extends `${infer Start}*` ? `${Start}${string}` : Name
}[keyof List & string]
export type DeviceName = NameIn<typeof DEVICE_VALUES>
export type TabName = NameIn<typeof TAB_VALUES>
export type TableName = keyof typeof TABLES
