/** Where an agreement is read: the terms (`type` 0) or the privacy policy (1). */
export const agreementPath = (type: number): string => `/subPages/me/userProtocol?type=${type}`
