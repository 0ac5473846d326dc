import { serve } from '../http/serve.ts'
import * as uploads from '../market/uploads.ts'

export const handler = serve('uploads', {
  'POST /api/submissions/upload': uploads.proof,
  'POST /api/user/upload-profile-image': uploads.profileImage,
  'GET /api/check-file': uploads.check,
  'GET /api/files/{key+}': uploads.show,
})
