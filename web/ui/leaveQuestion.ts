/** Whether somebody is asked if the page may be left: they stand between two pages, and no entry of the history is made. */
export const leaveQuestion = { asked: false }
