/** Addresses of what was uploaded here, by signed id: the server tells none before it is saved. */
const uploaded = new Map<string, string>()
export const rememberUpload = (signedId: string, file: File): void => void uploaded.set(signedId, URL.createObjectURL(file))
export const uploadedUrl = (signedId: string): string | undefined => uploaded.get(signedId)
