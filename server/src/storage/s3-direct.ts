/** Signed addresses at which clients send and fetch the bytes of a bucket themselves. */
import { type Bucket, faultOf } from './s3-bucket.ts'
import { assertFileKey, type DirectAccess } from './store.ts'

export function directAccess(bucket: () => Promise<Bucket>): DirectAccess {
  return {
    async put(key, { mediaType, size, seconds }) {
      assertFileKey(key)
      const { sdk, client, name } = await bucket()
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
      const command = new sdk.PutObjectCommand({
        Bucket: name,
        Key: key,
        ContentType: mediaType,
        ContentLength: size,
        IfNoneMatch: '*',
      })
      // Signed: a file of another type or size, or a second one, has no valid address.
      const signableHeaders = new Set(['host', 'content-type', 'content-length', 'if-none-match'])
      const url = await getSignedUrl(client, command, { expiresIn: seconds, signableHeaders }).catch(faultOf('sign'))
      return { url, headers: { 'Content-Type': mediaType, 'Content-Length': String(size), 'If-None-Match': '*' } }
    },
    async get(key, { disposition, mediaType, seconds }) {
      assertFileKey(key)
      const { sdk, client, name } = await bucket()
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
      const command = new sdk.GetObjectCommand({
        Bucket: name,
        Key: key,
        ResponseContentDisposition: disposition,
        ResponseContentType: mediaType,
      })
      return getSignedUrl(client, command, { expiresIn: seconds }).catch(faultOf('sign'))
    },
  }
}
