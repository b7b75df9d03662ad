/** Whether the person is being asked if the page may be left: between two pages no entry of the history is made. */
export const leaveQuestion = { asked: false }
