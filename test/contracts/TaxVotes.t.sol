// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TaxVotes} from "../../contracts/TaxVotes.sol";
import {EscrowTest} from "./support/EscrowTest.sol";

contract TaxVotesTest is EscrowTest {
    TaxVotes private votes;

    function setUp() public override {
        super.setUp();
        votes = TaxVotes(deploy("TaxVotes", abi.encode(token)));
        vm.startPrank(funder);
        token.approve(address(votes), type(uint256).max);
        votes.depositFor(funder, 10 * TAX);
        votes.delegate(funder);
        vm.stopPrank();
    }

    function test_theWrapperHasANameOfItsOwnAndTheDecimalsOfTax() public view {
        require(keccak256(bytes(votes.name())) == keccak256("TAX Votes"), "name");
        require(keccak256(bytes(votes.symbol())) == keccak256("vTAX"), "symbol");
        (, string memory signedFor,,,,,) = votes.eip712Domain();
        require(keccak256(bytes(signedFor)) == keccak256("TAX Votes"), "name in signatures");
        equal(votes.decimals(), 18, "decimals");
        equal(address(votes.underlying()), address(token), "underlying");
        equal(votes.nonces(funder), 0, "nonce");
    }

    function test_depositedTaxVotesAndAWithdrawalReturnsIt() public {
        equal(votes.getVotes(funder), 10 * TAX, "votes");
        equal(token.balanceOf(address(votes)), 10 * TAX, "wrapped");
        vm.prank(funder);
        votes.withdrawTo(doer, 4 * TAX);
        equal(votes.getVotes(funder), 6 * TAX, "votes left");
        equal(votes.totalSupply(), 6 * TAX, "supply");
        equal(token.balanceOf(doer), 4 * TAX, "withdrawn");
    }

    function test_aTransferMovesVotesAndATransferOfTaxDoesNot() public {
        vm.startPrank(funder);
        token.transfer(doer, 5 * TAX);
        equal(votes.getVotes(funder), 10 * TAX, "votes before");
        votes.transfer(doer, 7 * TAX);
        equal(votes.getVotes(funder), 3 * TAX, "votes after");
    }

    function test_aSignedDelegationMovesTheVotesAndUsesOneNonce() public {
        bytes32 kind = keccak256("Delegation(address delegatee,uint256 nonce,uint256 expiry)");
        bytes32 delegation = keccak256(abi.encode(kind, doer, 0, NOW));
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", votes.DOMAIN_SEPARATOR(), delegation));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(FUNDER_KEY, digest);
        votes.delegateBySig(doer, 0, NOW, v, r, s);
        equal(votes.getVotes(doer), 10 * TAX, "votes");
        equal(votes.nonces(funder), 1, "nonce");
    }
}
