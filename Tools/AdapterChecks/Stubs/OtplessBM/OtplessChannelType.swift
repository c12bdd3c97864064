/// With which other account (Google's, Apple's) a person signs in, in place of a phone number.
///
/// Source: repository `otpless-tech/otpless-headless-iOS-sdk`, `Sources/OtplessBM/dto/OtplessChannelType.swift`.
// swift-format-ignore: AlwaysUseLowerCamelCase
public enum OtplessChannelType: String, CaseIterable, Sendable {
    case WHATSAPP, GOOGLE_SDK, FACEBOOK_SDK, APPLE_SDK
    case APPLE = "APPLE_EMAIL"
    case GMAIL, TWITTER, DISCORD, SLACK, FACEBOOK, LINKEDIN, MICROSOFT, LINE, LINEAR, NOTION, TWITCH, GITHUB, BITBUCKET
    case ATLASSIAN, GITLAB, TRUE_CALLER
}
