/// A sign-in whose silent way times out. The SDK's word SDK_READY comes while the silent way runs, and the next way over the same SDK hears it
/// retained before its first command.
enum FallThrough {
    static let lines = [
        #"{"transcript": 1, "flow": "PhoneLogin", "replies": {"createRequest": [{"reply": "created", "with": {"requestId": "ARID_7f3a"}}], "#
            + #""silent.checkStatus": ["pending"], "smart.checkToken": ["confirmed"]}, "expect": {"final": "authenticated"}}"#,
        #"{"at": 0, "command": "start", "with": {"phone": "9876543210", "countryCode": "IN", "#
            + #""methods": ["silent", "smart", "truecaller", "offline"], "budget": 600}}"#,
        #"{"at": 0.9, "callback": {"responseType": "INITIATE", "statusCode": 200, "response": {"requestId": "ARID_7f3a", "#
            + #""channel": "SILENT_AUTH", "authType": "SILENT_AUTH"}}}"#,
        #"{"at": 1, "callback": {"responseType": "SDK_READY", "statusCode": 200, "response": {"success": true}}}"#,
        #"{"at": 8, "callback": {"responseType": "VERIFY", "statusCode": 9106, "response": {"errorCode": "9106", "errorMessage": "timed out"}}}"#,
        #"{"at": 20, "callback": {"responseType": "INITIATE", "statusCode": 200, "response": {"requestId": "ARID_81bc", "channel": "OTP", "#
            + #""authType": "OTP", "deliveryChannel": "SMS", "otpLength": 6}}}"#,
        #"{"at": 40, "command": "smart.submitCode", "with": {"code": "482913"}}"#,
        #"{"at": 41, "callback": {"responseType": "ONETAP", "statusCode": 200, "response": {"data": {"token": "tok_5e1fca8842d0", "#
            + #""idToken": "idt_91c", "status": "SUCCESS"}, "token": "tok_5e1fca8842d0", "status": "SUCCESS"}}}"#,
        #"{"at": 120}"#,
    ]
}
