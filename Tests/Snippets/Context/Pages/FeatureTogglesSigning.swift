let publicKey = ""
