/** Uploads a file; how is code that comes with the first one. */
import { AtriumError } from '../../core/errors.ts'
import type { Upload, UploadOptions } from './uploadProps.ts'
import { translate } from './words.ts'

/**
 * Uploads one file. Without a network it waits and goes on by itself once there is one.
 * @throws AtriumError "The upload failed. Try again." with the cause, or the server's own refusal (type, size);
 *         the signal's reason (an AbortError) when it was cancelled.
 */
export async function uploadFile(file: File, options: UploadOptions = {}): Promise<Upload> {
  const { upload } = await import('./uploading.ts').catch((cause) => {
    throw new AtriumError(0, 'upload_failed', translate('sdk', 'error.direct_upload'), { cause })
  })
  return upload(file, options)
}
