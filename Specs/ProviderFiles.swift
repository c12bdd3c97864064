/// A file that ships inside the program: the build compiles the folder's files in, and records no path.
public struct ShippedFile: Sendable {
    /// The file's name, without its folders; unique among the shipped ones.
    public let name: String
    public let bytes: [UInt8]

    init(_ name: String, _ bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

extension ShippedFile {
    /// Every flow under `Specs`.
    public static let flows = [
        ShippedFile("SNA.flow", PackageResources.SNA_flow),
        ShippedFile("OTP.flow", PackageResources.OTP_flow),
    ]

    /// Every transcript under `Specs`.
    public static let transcripts = [
        ShippedFile("sna-abandoned.jsonl", PackageResources.sna_abandoned_jsonl),
        ShippedFile("sna-backend-returns.jsonl", PackageResources.sna_backend_returns_jsonl),
        ShippedFile("sna-backend-unreachable.jsonl", PackageResources.sna_backend_unreachable_jsonl),
        ShippedFile("sna-cancel-closing.jsonl", PackageResources.sna_cancel_closing_jsonl),
        ShippedFile("sna-cancel-idle.jsonl", PackageResources.sna_cancel_idle_jsonl),
        ShippedFile("sna-cancel-running.jsonl", PackageResources.sna_cancel_running_jsonl),
        ShippedFile("sna-confirmed-without-a-word.jsonl", PackageResources.sna_confirmed_without_a_word_jsonl),
        ShippedFile("sna-denied-without-a-word.jsonl", PackageResources.sna_denied_without_a_word_jsonl),
        ShippedFile("sna-double-start.jsonl", PackageResources.sna_double_start_jsonl),
        ShippedFile("sna-doubled.jsonl", PackageResources.sna_doubled_jsonl),
        ShippedFile("sna-duplicate.jsonl", PackageResources.sna_duplicate_jsonl),
        ShippedFile("sna-failed-from-start.jsonl", PackageResources.sna_failed_from_start_jsonl),
        ShippedFile("sna-inactive-channel.jsonl", PackageResources.sna_inactive_channel_jsonl),
        ShippedFile("sna-init-failed.jsonl", PackageResources.sna_init_failed_jsonl),
        ShippedFile("sna-instant-onetap.jsonl", PackageResources.sna_instant_onetap_jsonl),
        ShippedFile("sna-malformed.jsonl", PackageResources.sna_malformed_jsonl),
        ShippedFile("sna-old-timeout-in-idle.jsonl", PackageResources.sna_old_timeout_in_idle_jsonl),
        ShippedFile("sna-old-timeout-in-new-run.jsonl", PackageResources.sna_old_timeout_in_new_run_jsonl),
        ShippedFile("sna-onetap-after-failure.jsonl", PackageResources.sna_onetap_after_failure_jsonl),
        ShippedFile("sna-onetap-denied.jsonl", PackageResources.sna_onetap_denied_jsonl),
        ShippedFile("sna-onetap-unconfirmed.jsonl", PackageResources.sna_onetap_unconfirmed_jsonl),
        ShippedFile("sna-other-channel-at-once.jsonl", PackageResources.sna_other_channel_at_once_jsonl),
        ShippedFile("sna-other-channel.jsonl", PackageResources.sna_other_channel_jsonl),
        ShippedFile("sna-other-spellings.jsonl", PackageResources.sna_other_spellings_jsonl),
        ShippedFile("sna-pin-mismatch.jsonl", PackageResources.sna_pin_mismatch_jsonl),
        ShippedFile("sna-precheck.jsonl", PackageResources.sna_precheck_jsonl),
        ShippedFile("sna-ready-after-failed.jsonl", PackageResources.sna_ready_after_failed_jsonl),
        ShippedFile("sna-recovered-after-failed.jsonl", PackageResources.sna_recovered_after_failed_jsonl),
        ShippedFile("sna-second-factor.jsonl", PackageResources.sna_second_factor_jsonl),
        ShippedFile("sna-silence.jsonl", PackageResources.sna_silence_jsonl),
        ShippedFile("sna-success.jsonl", PackageResources.sna_success_jsonl),
        ShippedFile("sna-terminated-alone.jsonl", PackageResources.sna_terminated_alone_jsonl),
        ShippedFile("sna-terminated.jsonl", PackageResources.sna_terminated_jsonl),
        ShippedFile("sna-timeout-confirmed.jsonl", PackageResources.sna_timeout_confirmed_jsonl),
        ShippedFile("sna-timeout-with-authtype.jsonl", PackageResources.sna_timeout_with_authtype_jsonl),
        ShippedFile("sna-timeout.jsonl", PackageResources.sna_timeout_jsonl),
        ShippedFile("truecaller-abandoned.jsonl", PackageResources.truecaller_abandoned_jsonl),
        ShippedFile("truecaller-backend-returns.jsonl", PackageResources.truecaller_backend_returns_jsonl),
        ShippedFile("truecaller-backend-unreachable.jsonl", PackageResources.truecaller_backend_unreachable_jsonl),
        ShippedFile("truecaller-bad-name.jsonl", PackageResources.truecaller_bad_name_jsonl),
        ShippedFile("truecaller-cancel-checking.jsonl", PackageResources.truecaller_cancel_checking_jsonl),
        ShippedFile("truecaller-cancel-verifying.jsonl", PackageResources.truecaller_cancel_verifying_jsonl),
        ShippedFile("truecaller-change-number-lapsed.jsonl", PackageResources.truecaller_change_number_lapsed_jsonl),
        ShippedFile("truecaller-change-number.jsonl", PackageResources.truecaller_change_number_jsonl),
        ShippedFile("truecaller-code-after-failure.jsonl", PackageResources.truecaller_code_after_failure_jsonl),
        ShippedFile("truecaller-code-sent-twice.jsonl", PackageResources.truecaller_code_sent_twice_jsonl),
        ShippedFile("truecaller-double-start.jsonl", PackageResources.truecaller_double_start_jsonl),
        ShippedFile("truecaller-doubled-failure.jsonl", PackageResources.truecaller_doubled_failure_jsonl),
        ShippedFile("truecaller-doubled-success.jsonl", PackageResources.truecaller_doubled_success_jsonl),
        ShippedFile("truecaller-five-wrong-codes.jsonl", PackageResources.truecaller_five_wrong_codes_jsonl),
        ShippedFile("truecaller-late-success.jsonl", PackageResources.truecaller_late_success_jsonl),
        ShippedFile(
            "truecaller-late-update-failed-lapsed.jsonl", PackageResources.truecaller_late_update_failed_lapsed_jsonl),
        ShippedFile("truecaller-late-update-failed.jsonl", PackageResources.truecaller_late_update_failed_jsonl),
        ShippedFile("truecaller-malformed.jsonl", PackageResources.truecaller_malformed_jsonl),
        ShippedFile("truecaller-newer-token.jsonl", PackageResources.truecaller_newer_token_jsonl),
        ShippedFile("truecaller-no-access-token.jsonl", PackageResources.truecaller_no_access_token_jsonl),
        ShippedFile("truecaller-no-ttl.jsonl", PackageResources.truecaller_no_ttl_jsonl),
        ShippedFile("truecaller-no-view.jsonl", PackageResources.truecaller_no_view_jsonl),
        ShippedFile("truecaller-offline-is-no-try.jsonl", PackageResources.truecaller_offline_is_no_try_jsonl),
        ShippedFile("truecaller-old-token-in-failure.jsonl", PackageResources.truecaller_old_token_in_failure_jsonl),
        ShippedFile("truecaller-old-words-in-idle.jsonl", PackageResources.truecaller_old_words_in_idle_jsonl),
        ShippedFile("truecaller-other-spellings.jsonl", PackageResources.truecaller_other_spellings_jsonl),
        ShippedFile(
            "truecaller-profile-failed-after-success.jsonl",
            PackageResources.truecaller_profile_failed_after_success_jsonl),
        ShippedFile("truecaller-profile-first.jsonl", PackageResources.truecaller_profile_first_jsonl),
        ShippedFile("truecaller-profile-update-failed.jsonl", PackageResources.truecaller_profile_update_failed_jsonl),
        ShippedFile("truecaller-resend.jsonl", PackageResources.truecaller_resend_jsonl),
        ShippedFile("truecaller-silent-create-resend.jsonl", PackageResources.truecaller_silent_create_resend_jsonl),
        ShippedFile("truecaller-silent-create.jsonl", PackageResources.truecaller_silent_create_jsonl),
        ShippedFile("truecaller-silent-verify.jsonl", PackageResources.truecaller_silent_verify_jsonl),
        ShippedFile("truecaller-success.jsonl", PackageResources.truecaller_success_jsonl),
        ShippedFile("truecaller-token-denied.jsonl", PackageResources.truecaller_token_denied_jsonl),
        ShippedFile(
            "truecaller-token-in-resend-failure.jsonl", PackageResources.truecaller_token_in_resend_failure_jsonl),
        ShippedFile("truecaller-tokenless.jsonl", PackageResources.truecaller_tokenless_jsonl),
        ShippedFile("truecaller-too-many-sends.jsonl", PackageResources.truecaller_too_many_sends_jsonl),
        ShippedFile(
            "truecaller-ttl-while-verifying-wrong.jsonl", PackageResources.truecaller_ttl_while_verifying_wrong_jsonl),
        ShippedFile("truecaller-ttl-while-verifying.jsonl", PackageResources.truecaller_ttl_while_verifying_jsonl),
        ShippedFile("truecaller-verified-before.jsonl", PackageResources.truecaller_verified_before_jsonl),
        ShippedFile("truecaller-words-while-checking.jsonl", PackageResources.truecaller_words_while_checking_jsonl),
        ShippedFile("truecaller-wrong-code.jsonl", PackageResources.truecaller_wrong_code_jsonl),
    ]
}
