import { configure } from '@testing-library/react'
import { setPatience } from '#web/patience.ts'

/** A busy machine is slow, not wrong: nothing here is asserted about time. */
configure({ asyncUtilTimeout: 10_000 })

/** Tests of what follows when no answer comes begin where the page has asked often enough. */
setPatience({ withinMs: 0 })
