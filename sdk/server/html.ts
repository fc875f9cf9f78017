/** Text inside hand-made HTML. */

/** Makes text harmless in elements and quoted attributes. */
export const escapeHtml = (text: unknown): string => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
