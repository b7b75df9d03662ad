/** Leads the browser to what is no page of ours – a file, another app – and so away from nothing. */
export const openUrl = (url: string): void => window.location.assign(url)
