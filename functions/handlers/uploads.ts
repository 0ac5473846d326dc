import * as uploads from '../files/uploads.ts'
import { serve } from '../http/serve.ts'

export const handler = serve('uploads', {
  'POST /api/submissions/upload': uploads.uploadProof,
  'POST /api/user/upload-profile-image': uploads.uploadProfileImage,
  'GET /api/check-file': uploads.exists,
  'GET /api/files/{key+}': uploads.presignedUrl,
})
