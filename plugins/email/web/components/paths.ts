/** Addresses of the screens of email. */
export const AT = '/settings/emails'
export const BROADCASTS = `${AT}/broadcast`
export const NEW = `${BROADCASTS}/new`
export const SETTINGS = `${AT}/settings`
export const SUPPRESSIONS = `${AT}/suppressions`
/** Forms are another plugin's. */
export const FORMS = `${AT}/forms`
export const pathOf = (id: number) => `${BROADCASTS}/${id}`
