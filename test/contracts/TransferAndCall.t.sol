// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ITaskEscrow} from "../../contracts/ITaskEscrow.sol";
import {EscrowTest} from "./support/EscrowTest.sol";

contract TransferAndCallTest is EscrowTest {
    function test_transferAndCallFundsAnEscrow() public {
        ITaskEscrow.Terms memory terms = someTerms();
        vm.expectEmit(address(escrow));
        emit ITaskEscrow.Funded(
            idOf(terms), funder, terms.reward, terms.slots, terms.refundableAt, terms.salt
        );
        vm.prank(funder);
        token.transferAndCall(address(escrow), 50 * TAX, dataOf(terms));
        equal(escrow.totalHeld(), 50 * TAX, "held");
        (uint96 reward,,,,,) = escrow.escrows(idOf(terms));
        equal(reward, 10 * TAX, "reward");
    }

    function test_theOwnerOfTheTokensIsTheFunderOfATransferFromAndCall() public {
        vm.prank(funder);
        token.approve(stranger, 50 * TAX);
        vm.prank(stranger);
        token.transferFromAndCall(funder, address(escrow), 50 * TAX, dataOf(someTerms()));
        (uint96 reward,,,,,) = escrow.escrows(idOf(someTerms()));
        equal(reward, 10 * TAX, "reward");
    }

    function testFuzz_onTransferReceivedRevertsIfTheCallerIsNotTheToken(address caller) public {
        if (caller == address(token)) return;
        vm.expectRevert(oneWord(ITaskEscrow.NotToken.selector, caller));
        vm.prank(caller);
        escrow.onTransferReceived(caller, funder, 50 * TAX, dataOf(someTerms()));
    }

    function testFuzz_anotherValueThanRewardTimesSlotsReverts(uint256 value) public {
        value %= 1_000 * TAX;
        if (value == 50 * TAX) value++;
        bytes memory reason = abi.encodeWithSelector(ITaskEscrow.WrongAmount.selector, value, 50 * TAX);
        expectTransferReverts(value, dataOf(someTerms()), reason);
    }

    function test_transferAndCallWithoutTermsReverts() public {
        expectTransferReverts(50 * TAX, "", oneWord(ITaskEscrow.MalformedFundingData.selector, uint256(0)));
    }

    function test_extraBytesAfterTheTermsRevert() public {
        bytes memory data = bytes.concat(dataOf(someTerms()), hex"00");
        expectTransferReverts(50 * TAX, data, oneWord(ITaskEscrow.MalformedFundingData.selector, uint256(129)));
    }

    function test_aRewardAboveItsTypeReverts() public {
        vm.prank(funder);
        vm.expectRevert();
        token.transferAndCall(address(escrow), 0, abi.encode(2 ** 96, 1, REFUNDABLE_AT, bytes32(0)));
    }

    function test_transferAndCallChecksSlotsAndRejectsASecondFunding() public {
        ITaskEscrow.Terms memory terms = someTerms();
        terms.slots = 101;
        expectTransferReverts(1_010 * TAX, dataOf(terms), oneWord(ITaskEscrow.InvalidSlots.selector, uint256(101)));
        bytes32 id = fund(someTerms());
        expectTransferReverts(50 * TAX, dataOf(someTerms()), oneWord(ITaskEscrow.AlreadyFunded.selector, id));
    }

    function expectTransferReverts(uint256 value, bytes memory data, bytes memory reason) private {
        vm.expectRevert(reason);
        vm.prank(funder);
        token.transferAndCall(address(escrow), value, data);
    }
}
