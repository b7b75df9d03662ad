/** Leads the browser to an address that is no page of ours – a file, another app – so that the page here stays open. */
export const openUrl = (url: string): void => window.location.assign(url)
